// examples_of: an example graph per cause, as a report shows it.
#pragma once

#include <map>
#include <string>

#include "harness/check/pending.h"
#include "reports/page/report_data.h"

namespace assay {

/// By cause id: the smallest graph with the cause, its difference as text, and a drawing of the
/// neighbourhood. Causes with the most graphs are drawn first. There is no drawing without Graphviz, for a
/// side without nodes, or beyond a maximum number of drawings.
std::map<std::string, CauseExample> examples_of(const Pending& pending, const PolicyOf& policy_of);

}  // namespace assay
