// Color: whether text may contain terminal colours.
#pragma once

#include <cstdint>

namespace assay {

/// The owner of the stream decides, from --color, NO_COLOR and isatty. Writers never ask the system.
enum class Color : std::uint8_t { kOff, kOn };

}  // namespace assay
