// printable: decodes UTF-8 and escapes what does not belong on a terminal or in XML.
#include "reports/console/printable.h"

#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace assay {
namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;  ///< bytes; 0: no valid sequence begins here
};

/// The code point that `text` begins with; overlong forms and surrogates are not valid.
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

/// Marks, embeddings, overrides and isolates of the bidirectional algorithm: with them a text shows another
/// order than it has. Beside them the separators of lines and of paragraphs.
bool turns_text(std::uint32_t value) {
  return value == 0x61C || value == 0x200E || value == 0x200F || (value >= 0x2028 && value <= 0x202E) ||
         (value >= 0x2066 && value <= 0x2069);
}

bool may_be_printed(const CodePoint& point) {
  if (point.length == 0) return false;
  if (point.value < 0x20) return point.value == '\n' || point.value == '\t';
  // DEL, the C1 controls (terminals obey some of them), and the two code points that XML forbids.
  return !(point.value >= 0x7F && point.value < 0xA0) && !turns_text(point.value) && point.value != 0xFFFE &&
         point.value != 0xFFFF;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::size_t length = point.length == 0 ? 1 : point.length;
    if (may_be_printed(point)) {
      out += text.substr(0, length);
    } else {
      for (const char byte : text.substr(0, length))
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    }
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace assay
