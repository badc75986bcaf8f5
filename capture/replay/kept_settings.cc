// KeptSettings: getters and setters, pair by pair.
#include "capture/replay/kept_settings.h"

#include <array>

#include <ATen/autocast_mode.h>

namespace assay::replay {

namespace py = pybind11;

namespace {

struct Pair {
  const char *module, *get, *set;
};

// A version that lacks one of the two has no such setting.
constexpr std::array<Pair, 11> kPairs = {{
    {"torch", "get_default_dtype", "set_default_dtype"},
    {"torch", "get_deterministic_debug_mode", "set_deterministic_debug_mode"},
    {"torch", "is_warn_always_enabled", "set_warn_always"},
    {"torch._C", "_get_float32_matmul_precision", "_set_float32_matmul_precision"},
    {"torch._C", "_get_flash_sdp_enabled", "_set_sdp_use_flash"},
    {"torch._C", "_get_mem_efficient_sdp_enabled", "_set_sdp_use_mem_efficient"},
    {"torch._C", "_get_math_sdp_enabled", "_set_sdp_use_math"},
    {"torch._C", "_get_cudnn_sdp_enabled", "_set_sdp_use_cudnn"},
    {"torch._C", "_get_overrideable_sdp_enabled", "_set_sdp_use_overrideable"},
    {"torch._C", "_get_math_sdp_allow_fp16_bf16_reduction", "_set_math_sdp_allow_fp16_bf16_reduction"},
    {"torch._C", "_get_sdp_priority_order", "_set_sdp_priority_order"},
}};

constexpr std::array<at::DeviceType, 2> kDevices = {at::kCPU, at::kCUDA};

int autocast_nesting() {
  at::autocast::increment_nesting();
  return at::autocast::decrement_nesting();
}

}  // namespace

KeptSettings::KeptSettings()
    : autocast_cache_(at::autocast::is_autocast_cache_enabled()),
      autocast_nesting_(autocast_nesting()),
      thread_(at::ThreadLocalState()) {
  for (const Pair& one : kPairs) {
    const py::module_ module = py::module_::import(one.module);
    if (!py::hasattr(module, one.get) || !py::hasattr(module, one.set)) continue;
    const py::object get = module.attr(one.get);
    settings_.push_back({get, module.attr(one.set), get()});
  }
  for (const at::DeviceType device : kDevices)
    autocast_.push_back(
        {device, at::autocast::is_autocast_enabled(device), at::autocast::get_autocast_dtype(device)});
}

KeptSettings::~KeptSettings() {
  for (const auto& [get, set, value] : settings_) {
    try {
      if (!get().equal(value)) set(value);
    } catch (py::error_already_set&) {  // a setter does not refuse what its getter gave
    }
  }
  for (const auto& [device, enabled, dtype] : autocast_) {
    at::autocast::set_autocast_enabled(device, enabled);
    at::autocast::set_autocast_dtype(device, dtype);
  }
  at::autocast::set_autocast_cache_enabled(autocast_cache_);
  int now = autocast_nesting();
  while (now > autocast_nesting_) now = at::autocast::decrement_nesting();
  while (now < autocast_nesting_) now = at::autocast::increment_nesting();
  if (now == 0) at::autocast::clear_cache();
}

}  // namespace assay::replay
