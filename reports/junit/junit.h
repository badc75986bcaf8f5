// write_junit: records of a run as JUnit XML.
#pragma once

#include <ostream>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

/// A `testsuite` per device and method ("cpu.make_fx"), in the order of their tables. It has a `testcase` per
/// case, by id, with classname "check.DEVICE.METHOD".
///
/// A pair that is not green has a `failure`: its type is the verdict, its text the block of the console with
/// the next command. A skipped pair has a `skipped` with the reason. An expected failure passes, with the
/// reason in `system-out`. A replay is a property. Suites and the root have counts and seconds. Control
/// characters are escaped as text, so that the file is valid XML for any model output. A failed stream stays
/// in its failed state for the caller.
void write_junit(const std::vector<PairResult>& results, std::ostream& out);

}  // namespace assay
