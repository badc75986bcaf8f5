// paint: escape sequences of colours.
#include "reports/console/paint.h"

#include <array>

#include <fmt/format.h>

namespace assay {

std::string paint(std::string_view text, Ink ink, Color color) {
  static constexpr std::array<int, 6> kCodes = {0, 1, 2, 32, 33, 31};  // in the order of Ink
  if (ink == Ink::kPlain || color == Color::kOff || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<std::size_t>(ink)], text);
}

}  // namespace assay
