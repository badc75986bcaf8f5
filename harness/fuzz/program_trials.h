// trial: runs further programs and returns their results by method.
#pragma once

#include <vector>

#include "harness/check/planned_run.h"
#include "harness/fuzz/finding.h"

namespace assay::fuzz {

/// The pairs of `asked` for each program, in order of method and device. A pair that the worker does not
/// support or that did not run is `unsupported`. Leaves nothing on disk.
std::vector<std::vector<Wrong>> trial(const std::vector<CodedProgram>& programs, const PlanOptions& asked,
                                      const RunPlace& place);

}  // namespace assay::fuzz
