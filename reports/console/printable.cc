// printable: decodes UTF-8 and escapes code points unfit for a terminal or XML.
#include "reports/console/printable.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace assay {
namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;  ///< bytes; 0: not a valid sequence
};

/// The first code point of `text`. Overlong forms and surrogates are invalid.
CodePoint first_code_point(std::string_view text) {
  static constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  std::uint32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) != 0x80) return {};
    value = value << 6 | (byte & 0x3F);
  }
  if (value < kLeast[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
  return {value, length};
}

struct Range {
  std::uint32_t first, last;
  constexpr bool holds(std::uint32_t value) const { return first <= value && value <= last; }
};

/// Unicode's Default_Ignorable_Code_Point, which includes the bidirectional controls, plus line and paragraph
/// separators and interlinear annotations.
constexpr auto kUnseen = std::to_array<Range>({{0xAD, 0xAD},
                                               {0x34F, 0x34F},
                                               {0x61C, 0x61C},
                                               {0x115F, 0x1160},
                                               {0x17B4, 0x17B5},
                                               {0x180B, 0x180F},
                                               {0x200B, 0x200F},
                                               {0x2028, 0x202E},
                                               {0x2060, 0x206F},
                                               {0x3164, 0x3164},
                                               {0xFE00, 0xFE0F},
                                               {0xFEFF, 0xFEFF},
                                               {0xFFA0, 0xFFA0},
                                               {0xFFF0, 0xFFFB},
                                               {0x1BCA0, 0x1BCA3},
                                               {0x1D173, 0x1D17A},
                                               {0xE0000, 0xE0FFF}});

/// Unicode white space except tab and newline. Log readers strip it.
constexpr auto kBlank = std::to_array<Range>({{0x20, 0x20},
                                              {0xA0, 0xA0},
                                              {0x1680, 0x1680},
                                              {0x2000, 0x200A},
                                              {0x202F, 0x202F},
                                              {0x205F, 0x205F},
                                              {0x3000, 0x3000}});

bool is_in(const auto& ranges, std::uint32_t value) {
  return std::ranges::any_of(ranges, [&](const Range& range) { return range.holds(value); });
}

bool may_be_printed(const CodePoint& point) {
  if (point.length == 0) return false;
  if (point.value < 0x20) return point.value == '\n' || point.value == '\t';
  // DEL, the C1 controls (some terminals obey them), and the two code points that XML forbids.
  if ((point.value >= 0x7F && point.value < 0xA0) || point.value == 0xFFFE || point.value == 0xFFFF)
    return false;
  return point.value < 0xAD || !is_in(kUnseen, point.value);
}

bool shows(const CodePoint& point) {
  return point.value != '\n' && point.value != '\t' && !is_in(kBlank, point.value);
}

bool begins_command(std::string_view rest, bool line_shows_something) {
  return (rest.starts_with("::") && !line_shows_something) || rest.starts_with("##[");
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool line_shows_something = false;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::size_t length = point.length == 0 ? 1 : point.length;
    const bool stays = may_be_printed(point) && !begins_command(text, line_shows_something);
    if (stays) {
      out += text.substr(0, length);
    } else {
      for (const char byte : text.substr(0, length))
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    }
    line_shows_something = point.value != '\n' && (line_shows_something || !stays || shows(point));
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace assay
