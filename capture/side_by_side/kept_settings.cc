// KeptSettings: pairs of getters and setters.
#include "capture/side_by_side/kept_settings.h"

#include <array>

#include <ATen/autocast_mode.h>

#include "capture/torch_private.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

// Settings of `torch` itself.
constexpr std::array<torch_private::Setting, 3> kPublic = {{
    {"get_default_dtype", "set_default_dtype"},
    {"get_deterministic_debug_mode", "set_deterministic_debug_mode"},
    {"is_warn_always_enabled", "set_warn_always"},
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
  const auto keep = [this](const py::module_& module, const torch_private::Setting& one) {
    if (!py::hasattr(module, one.get) || !py::hasattr(module, one.set)) return;
    const py::object get = module.attr(one.get);
    settings_.push_back({get, module.attr(one.set), get()});
  };
  for (const torch_private::Setting& one : kPublic) keep(py::module_::import("torch"), one);
  for (const torch_private::Setting& one : torch_private::kSettings)
    keep(py::module_::import(torch_private::kBinding), one);
  for (const at::DeviceType device : kDevices)
    autocast_.push_back(
        {device, at::autocast::is_autocast_enabled(device), at::autocast::get_autocast_dtype(device)});
}

KeptSettings::~KeptSettings() {
  for (const auto& [get, set, value] : settings_) {
    try {
      if (!get().equal(value)) set(value);
    } catch (py::error_already_set&) {  // a setter accepts the value of its getter
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
