// find_gpu: NVML through dlopen.
#include "harness/run/gpu.h"

#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <string_view>

namespace assay {
namespace {

bool hidden() {
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return visible != nullptr && (std::string_view(visible).empty() || std::string_view(visible) == "-1");
}

struct Unload {
  void operator()(void* library) const { dlclose(library); }
};

template <typename Function>
Function symbol(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace

Gpu find_gpu() {
  constexpr int kSuccess = 0;  // NVML_SUCCESS
  if (hidden()) return Gpu::kAbsent;
  const std::unique_ptr<void, Unload> nvml(dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL));
  if (!nvml) return Gpu::kAbsent;
  const auto init = symbol<int (*)()>(nvml.get(), "nvmlInit_v2");
  const auto count_devices = symbol<int (*)(unsigned*)>(nvml.get(), "nvmlDeviceGetCount_v2");
  const auto shutdown = symbol<int (*)()>(nvml.get(), "nvmlShutdown");
  if (!init || !count_devices || !shutdown || init() != kSuccess) return Gpu::kAbsent;
  unsigned count = 0;
  const bool counted = count_devices(&count) == kSuccess;
  shutdown();
  return counted && count > 0 ? Gpu::kPresent : Gpu::kAbsent;
}

}  // namespace assay
