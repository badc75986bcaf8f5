// A run of PyTorch's operators on a terminal: methods by classes of dtypes, why operators are missed, and
// which break the promises of their fake kernels. Decides nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/zoo/operator_list.h"
#include "reports/console/paint.h"
#include "reports/console/run_text.h"

namespace assay {

/// What is to be typed for a command to run again where it ran: on the same worker, for the same project.
using Typed = std::function<ShellLine(ShellLine line)>;

/// As much as fits on a screen, or as `detail` asks for; empty for records of no operator.
std::string operator_text(const std::vector<PairResult>& records, Detail detail, Color color,
                          const Typed& typed = std::identity());

/// A line per selected operator: its name, and the dtype of each class that would be run.
std::string operator_list_text(const operators::OperatorList& list, const operators::Selection& selection);

}  // namespace assay
