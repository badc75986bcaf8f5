// Color: whether a piece of text may carry terminal colours.
#pragma once

#include <cstdint>

namespace assay {

/// Decided by whoever owns the stream, from --color, NO_COLOR and isatty; nothing that prints asks the
/// system.
enum class Color : std::uint8_t { kOff, kOn };

}  // namespace assay
