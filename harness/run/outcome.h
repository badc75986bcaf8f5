// outcome_of: from the facts reported by a worker to the outcome of a pair (docs/concepts.md).
#pragma once

#include <string>

#include "harness/protocol/messages.h"
#include "harness/zoo/outcome.h"

namespace assay {

/// Defined for every ending in every stage. Expectations are applied elsewhere.
Outcome outcome_of(const protocol::Ended& ended);

/// "SIGSEGV", or "signal 70" for a signal without a name.
std::string signal_name(int signal);

/// For a dead process: "died of SIGSEGV", "ended by itself with exit status 3", with details if known ("..:
/// wrote into the worker's own pipe"). For a lost worker process, only its message.
std::string how_died(const protocol::Ended& ended);

/// An ending in one line: "died of SIGSEGV in stage capture", "TraceError in stage capture: control flow".
/// For a replay, describe(ReplayReport).
std::string describe(const protocol::Ended& ended);

}  // namespace assay
