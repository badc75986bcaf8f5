// What waits for a person to accept or reject, in words and as JSON.
#pragma once

#include <string>

#include "harness/check/pending.h"

namespace assay {

/// One cause: what, how often, both sides, where; the first graphs by name. Ends with a newline.
std::string print_cause(const Cause& cause);

/// Every cause and every graph, as review.schema.json describes them; no newline at the end.
std::string print_pending_json(const Pending& pending);

}  // namespace assay
