// Spelling of strings, numbers and excerpts.
#include "harness/words/literal.h"

#include <charconv>
#include <cmath>

#include "harness/error/error.h"
#include "harness/words/utf8.h"

namespace assay {
namespace {

void append_escape(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += "0123456789abcdef"[(c >> 4) & 15];
      out += "0123456789abcdef"[c & 15];
  }
}

bool needs_escape(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }

// Length of the well-formed sequence at `at`, or 0. RFC 3629: no overlong forms, no surrogates, at most
// U+10FFFF.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool bad = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F);
    return !bad && continues(1) && continues(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool bad = (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return !bad && continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!needs_escape(text[i])) continue;
    out.append(text, start, i - start);
    append_escape(out, text[i]);
    start = i + 1;
  }
  out.append(text, start);
  out += '"';
}

std::string quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

void append_float(std::string& out, double number) {
  if (std::isnan(number)) {
    out += "nan";
    return;
  }
  if (std::isinf(number)) {
    out += number < 0 ? "-inf" : "inf";
    return;
  }
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  const std::string_view text(digits, static_cast<std::size_t>(end - digits));
  out += text;
  if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

void append_int(std::string& out, std::int64_t number) {
  char digits[24];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, static_cast<std::size_t>(end - digits));
}

bool is_big_int(std::string_view digits) {
  const bool negative = digits.substr(0, 1) == "-";
  const std::string_view magnitude = digits.substr(negative ? 1 : 0);
  if (magnitude.empty() || magnitude[0] == '0') return false;
  if (magnitude.find_first_not_of("0123456789") != std::string_view::npos) return false;
  const std::string_view limit = negative ? "9223372036854775808" : "9223372036854775807";
  return magnitude.size() > limit.size() || (magnitude.size() == limit.size() && magnitude > limit);
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() <= kLongest) return quoted(text);
  return quoted(beginning(text, kLongest)) + "... (" + std::to_string(text.size()) + " bytes)";
}

std::size_t find_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) return at;
    at += length;
  }
  return at;
}

void refuse_conflict_markers(std::string_view text, std::string_view source, std::size_t line) {
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::string_view rest = text.substr(begin);
    if (rest.starts_with("<<<<<<< ") || rest.starts_with(">>>>>>> "))
      throw InputError({.what = "merge conflict marker",
                        .where = std::string(source) + ":" + std::to_string(line),
                        .expected = "a file without conflicts",
                        .found = excerpt(rest.substr(0, rest.find('\n'))),
                        .next = ShellLine("git checkout --ours ") + ShellLine::Word{std::string(source)} +
                                "  # or --theirs"});
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return;
    begin += end + 1;
  }
}

}  // namespace assay
