// Ink, Color: what a piece of text looks like on a terminal, and whether it may have colour at all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// Decided by whoever owns the stream, from --color, NO_COLOR and isatty; nothing in this folder asks the
/// system.
enum class Color : std::uint8_t { kOff, kOn };

enum class Ink : std::uint8_t { kPlain, kBold, kFaint, kGreen, kYellow, kRed };

/// `text` between the escape sequences of `ink`; `text` itself for kPlain or without colour.
std::string paint(std::string_view text, Ink ink, Color color);

}  // namespace assay
