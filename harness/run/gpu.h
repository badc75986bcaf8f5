// Whether `cuda` is a real GPU here, asked of NVML: no CUDA is loaded or initialised to find out.
#pragma once

#include <cstdint>

namespace assay {

enum class Gpu : std::uint8_t { kAbsent, kPresent };

/// kPresent when NVML counts at least one device and $CUDA_VISIBLE_DEVICES does not hide them all ("" or
/// "-1"). No NVML: kAbsent.
Gpu find_gpu();

}  // namespace assay
