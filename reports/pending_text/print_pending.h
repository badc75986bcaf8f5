// Graphs that await a decision, as text and as JSON.
#pragma once

#include <string>

#include "harness/check/pending.h"

namespace assay {

/// A cause: change, counts, both sides, place, and the names of its first graphs. Ends with a newline.
std::string print_cause(const Cause& cause);

/// Every cause and every graph, as in review.schema.json. No newline at the end.
std::string print_pending_json(const Pending& pending);

}  // namespace assay
