// Device: where a pair runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/words/enumerators.h"

namespace assay {

enum class Device : std::uint8_t { kCpu, kCuda };
inline constexpr auto kDeviceNames = enumerators<Device>({"cpu", "cuda"});
inline std::string_view to_string(Device device) { return kDeviceNames[device]; }
inline std::optional<Device> device_from_string(std::string_view text) { return kDeviceNames.find(text); }

}  // namespace assay
