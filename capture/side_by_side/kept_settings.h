// KeptSettings: what a run may leave behind in its thread and its process, put back when the run is over.
#pragma once

#include <vector>

#include <ATen/ThreadLocalState.h>
#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

/// As it was when this was made, it is again when this goes: grad and inference mode, forward-mode levels,
/// functorch's levels, hooks on saved tensors, the stacks of modes; autocast; default dtype, determinism,
/// precision of matrix products, kinds of fused attention, warnings. Generators are seeded by every run.
class KeptSettings {
 public:
  KeptSettings();
  ~KeptSettings();
  KeptSettings(const KeptSettings&) = delete;
  KeptSettings& operator=(const KeptSettings&) = delete;

 private:
  struct Setting {
    pybind11::object get, set, value;
  };
  struct Autocast {
    at::DeviceType device;
    bool enabled;
    at::ScalarType dtype;
  };
  std::vector<Setting> settings_;
  std::vector<Autocast> autocast_;
  bool autocast_cache_;
  int autocast_nesting_;
  at::ThreadLocalStateGuard thread_;  ///< last: the first to be put back
};

}  // namespace assay::replay
