// Python literals: strings, floats, identifiers.
#include "reports/fx_module/python_literal.h"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "harness/words/literal.h"
#include "harness/words/utf8.h"

namespace assay {
namespace {

constexpr std::size_t kLongestIdentifier = 80;

bool is_plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

/// Removes and returns the first code point of `text`, which is valid UTF-8.
std::uint32_t take_code_point(std::string_view& text) {
  std::uint32_t value = static_cast<unsigned char>(text[0]);
  if (value >= 0xC0) value &= value >= 0xF0 ? 0x07U : value >= 0xE0 ? 0x0FU : 0x1FU;
  text.remove_prefix(1);
  while (!text.empty() && continues_character(text[0])) {
    value = value << 6U | (static_cast<unsigned char>(text[0]) & 0x3FU);
    text.remove_prefix(1);
  }
  return value;
}

}  // namespace

std::string python_string(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    if (is_plain(text[0])) {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    const std::uint32_t value = take_code_point(text);
    out += value < 0x100     ? fmt::format("\\x{:02x}", value)
           : value < 0x10000 ? fmt::format("\\u{:04x}", value)
                             : fmt::format("\\U{:08x}", value);
  }
  return out + "\"";
}

std::string python_float(double number) {
  if (std::isnan(number)) return "float(\"nan\")";
  if (std::isinf(number)) return number > 0 ? "float(\"inf\")" : "float(\"-inf\")";
  std::string text;
  append_float(text, number);
  return text;
}

std::string python_identifier(std::string_view prefix, std::string_view name) {
  std::string identifier(prefix);
  for (const char c : name.substr(0, kLongestIdentifier)) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    identifier += word ? c : '_';
  }
  return identifier;
}

}  // namespace assay
