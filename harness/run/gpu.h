// find_gpu: whether `cuda` is a real GPU. Asks NVML, without loading or initialising CUDA.
#pragma once

#include <cstdint>

namespace assay {

enum class Gpu : std::uint8_t { kAbsent, kPresent };

/// kPresent if NVML counts a device and $CUDA_VISIBLE_DEVICES does not hide all of them ("" or "-1"). kAbsent
/// without NVML.
Gpu find_gpu();

}  // namespace assay
