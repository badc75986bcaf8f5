// From the facts a worker reports to the outcome of a pair (design section 2).
#pragma once

#include <string>

#include "harness/protocol/messages.h"
#include "harness/zoo/outcome.h"

namespace assay {

/// Total: every ending in every stage has an outcome. Whether it was expected is decided elsewhere.
Outcome outcome_of(const protocol::Ended& ended);

/// "SIGSEGV"; "signal 70" for one without a name.
std::string signal_name(int signal);

/// Of one that died: "died of SIGSEGV", "ended by itself with exit status 3", and what is known besides
/// ("..: wrote into the worker's own pipe"); of a worker's process that was lost, only what that says.
std::string how_died(const protocol::Ended& ended);

/// One line about an ending, e.g. "died of SIGSEGV in stage capture", "TraceError in stage capture: control
/// flow"; of a replay what describe(ReplayReport) says.
std::string describe(const protocol::Ended& ended);

}  // namespace assay
