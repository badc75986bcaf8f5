// CaseProcess: the child of a case's first pair, which stays and forks the children of all its pairs.
//
// It has imported what the case names and built its program, and runs nothing of it. The children are as if
// each had loaded the case itself; they are not its own but the zygote's, which watches, limits and reaps
// them as it does all others. So its end costs no pair that has begun.
#pragma once

#include <cstdint>

#include <pybind11/pybind11.h>

#include "capture/zygote/child.h"

namespace assay::zygote {

/// What the children find.
struct LoadedCase {
  pybind11::object program;
  double seconds = 0;            ///< counts as the first pair's
  std::uint64_t peak_bytes = 0;  ///< above the zygote's memory: of each pair, as if it had loaded by itself
  std::string output;            ///< the end of what was printed meanwhile
};

/// Whether a child that is forked now can run models: not where this process has run autograd or has asked
/// for CUDA. Asked of a child.
bool can_children_run();

/// Until the zygote closes `leader.case_requests`.
[[noreturn]] void serve_case(const ChildStart& leader, LoadedCase loaded) noexcept;

}  // namespace assay::zygote
