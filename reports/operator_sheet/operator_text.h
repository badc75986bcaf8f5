// operator_text: a run of PyTorch's operators for the terminal. Methods by classes of dtypes, causes of
// missed operators, and kernels that break the promises of their fake kernels.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/zoo/operator_list.h"
#include "reports/console/paint.h"
#include "reports/console/run_text.h"

namespace assay {

/// Completes a command so that it reruns on the same worker and project.
using Typed = std::function<ShellLine(ShellLine line)>;

/// A screen of text, or as much as `detail` selects. Empty for records without operators.
std::string operator_text(const std::vector<PairResult>& records, Detail detail, Color color,
                          const Typed& typed = std::identity());

/// A line per selected operator: its name, and the dtype per class that would run.
std::string operator_list_text(const operators::OperatorList& list, const operators::Selection& selection);

}  // namespace assay
