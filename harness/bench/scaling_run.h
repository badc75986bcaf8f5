// run_scaling: measures models of growing size by every method until it fails or becomes too slow.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/bench/growth.h"
#include "harness/bench/sample_taker.h"

namespace assay::bench {

struct ScalingTerms {
  std::vector<std::string> families;  ///< families of models/scaling.py, or "all"
  std::vector<MethodId> methods;
  std::vector<Device> devices;
  std::uint64_t repetitions = 10;
  double limit = 60;             ///< seconds; a method whose capture took longer gets no larger models
  std::filesystem::path models;  ///< the folder of scaling.py in Assay's own tree, for any project
};

/// Seconds for a child of the run, which loads, captures cold and warm, and runs eager.
double child_seconds(const ScalingTerms& terms);

/// From 10 operators to 100,000. Each method continues until a capture fails or takes `limit` seconds.
/// InputError for an unknown family. `on_size` is called before each size is measured.
RunEnd run_scaling(
    const ScalingTerms& terms, SampleTaker& taker,
    const std::function<void(const std::string& family, std::uint64_t size, std::size_t methods)>& on_size);

}  // namespace assay::bench
