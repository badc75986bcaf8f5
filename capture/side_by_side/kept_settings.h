// KeptSettings: restores the thread and process settings that a run may change.
#pragma once

#include <vector>

#include <ATen/ThreadLocalState.h>
#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

/// The destructor restores the settings at construction: grad and inference mode, forward-mode levels,
/// functorch's levels, hooks on saved tensors, mode stacks, autocast, default dtype, determinism, precision
/// of matrix products, kinds of fused attention, warnings. Not generators, which each run seeds.
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
  at::ThreadLocalStateGuard thread_;  ///< last member: destroyed before the others
};

}  // namespace assay::replay
