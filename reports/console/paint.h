// Ink: what a piece of text looks like on a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "reports/console/color.h"

namespace assay {

enum class Ink : std::uint8_t { kPlain, kBold, kFaint, kGreen, kYellow, kRed };

/// `text` between the escape sequences of `ink`; `text` itself for kPlain or without colour.
std::string paint(std::string_view text, Ink ink, Color color);

}  // namespace assay
