// write_junit: a run's records as JUnit XML.
#pragma once

#include <ostream>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

/// One `testsuite` per device and method ("cpu.make_fx"), in their tables' order; one `testcase` per case in
/// it, by id, with classname "check.DEVICE.METHOD". A pair that is not green has a `failure` whose type is
/// its verdict and whose text is the console's block, next command included; a skipped one `skipped` with its
/// reason; an expected failure passes and says so in `system-out`. Suites and the root carry counts and
/// seconds. Control characters are escaped as text, so that the file is XML whatever a model printed. A
/// stream that fails is left in its failed state for the caller to see.
void write_junit(const std::vector<PairResult>& results, std::ostream& out);

}  // namespace assay
