// ScalingRun: models of growing size by every method that is still in, size by size.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/bench/growth.h"
#include "harness/bench/sample_taker.h"

namespace assay::bench {

struct ScalingTerms {
  std::vector<std::string> families;  ///< of models/scaling.py; "all" is every one
  std::vector<MethodId> methods;
  std::vector<Device> devices;
  std::uint64_t repetitions = 10;
  double limit = 60;             ///< seconds; a method that took so long captures no larger model
  std::filesystem::path models;  ///< the folder of scaling.py: Assay's own, whatever the project
};

/// Seconds for a child of the run, which loads, captures cold and warm, and runs eager.
double child_seconds(const ScalingTerms& terms);

/// From 10 operators to 100,000, each method until a capture of it fails or takes `limit` seconds. InputError
/// for an unknown family. `on_size` is told what is about to be measured.
RunEnd run_scaling(
    const ScalingTerms& terms, SampleTaker& taker,
    const std::function<void(const std::string& family, std::uint64_t size, std::size_t methods)>& on_size);

}  // namespace assay::bench
