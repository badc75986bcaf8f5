// Ink: style of text on a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "reports/console/color.h"

namespace assay {

enum class Ink : std::uint8_t { kPlain, kBold, kFaint, kGreen, kYellow, kRed };

/// `text` in the escape sequences of `ink`. Unchanged for kPlain, without colour, or when empty.
std::string paint(std::string_view text, Ink ink, Color color);

}  // namespace assay
