// trial: programs beside those of a run, what each method makes of them.
#pragma once

#include <vector>

#include "harness/check/planned_run.h"
#include "harness/fuzz/finding.h"

namespace assay::fuzz {

/// The pairs of `asked` of each program, in order of method and device. What the worker cannot do, and what
/// did not come to run, is `unsupported`. Nothing is left on the disk.
std::vector<std::vector<Wrong>> trial(const std::vector<CodedProgram>& programs, const PlanOptions& asked,
                                      const RunPlace& place);

}  // namespace assay::fuzz
