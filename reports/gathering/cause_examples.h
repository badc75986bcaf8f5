// examples_of: for each cause one graph that has it, as a report shows it.
#pragma once

#include <map>
#include <string>

#include "harness/check/pending.h"
#include "reports/page/report_data.h"

namespace assay {

/// By id of the cause. The smallest graph that has it is the easiest to look at. The neighbourhoods of those
/// that touch most graphs are drawn, while Graphviz is there and both sides have nodes; what cannot be drawn
/// has the difference in words.
std::map<std::string, CauseExample> examples_of(const Pending& pending, const PolicyOf& policy_of);

}  // namespace assay
