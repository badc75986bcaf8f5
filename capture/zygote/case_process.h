// CaseProcess: the child of a case's first pair, which stays and forks the children of all its pairs.
//
// It has imported the case's modules and built its program, but runs nothing of it. Each child is in the
// state it would have after loading the case itself. The children belong to the zygote, which watches, limits
// and reaps them like all others. The end of this process therefore affects no pair that has begun.
#pragma once

#include <cstdint>

#include <pybind11/pybind11.h>

#include "capture/zygote/child.h"

namespace assay::zygote {

/// State that the children inherit.
struct LoadedCase {
  pybind11::object program;
  double seconds = 0;            ///< counts towards the first pair
  std::uint64_t peak_bytes = 0;  ///< above the zygote's memory; counts for each pair
  std::string output;            ///< the end of its output so far
};

/// Whether a child forked now can run models. False if this process has run autograd or initialised CUDA.
/// Forks a child to find out.
bool can_children_run();

/// Serves until the zygote closes `leader.case_requests`.
[[noreturn]] void serve_case(const ChildStart& leader, LoadedCase loaded) noexcept;

}  // namespace assay::zygote
