// TextLexer: a line of the text form, from left to right.
#include "harness/graph/text_lexer.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "harness/error/error.h"
#include "harness/words/literal.h"
#include "harness/words/utf8.h"

namespace assay {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_bare(char c) {
  return is_letter(c) || is_digit(c) || std::string_view("_.:/<>$@+-").find(c) != std::string_view::npos;
}

// At most this many bytes of a long line are printed on each side of the caret.
constexpr std::size_t kShown = 60;

void append_utf8(std::string& out, std::uint32_t code) {
  const auto byte = [&out](std::uint32_t value) { out += static_cast<char>(value); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) return byte(0xC0 | code >> 6), byte(0x80 | (code & 63));
  if (code < 0x10000) return byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63));
  byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 63)), byte(0x80 | (code >> 6 & 63)),
      byte(0x80 | (code & 63));
}

std::string blanks_like(std::string_view text) {
  std::string blanks;
  for (const char c : text)
    if (!continues_character(c)) blanks += c == '\t' ? '\t' : ' ';
  return blanks;
}

}  // namespace

bool is_bare_word(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_bare); }

std::string word_or_quoted(std::string_view text) {
  return is_bare_word(text) ? std::string(text) : quoted(text);
}

void TextLexer::fail(std::string what, std::string expected) const {
  const auto continues = [this](std::size_t at) {
    return at < line_.size() && continues_character(line_[at]);
  };
  std::size_t begin = at_ > kShown ? at_ - kShown : 0, end = std::min(line_.size(), at_ + kShown);
  while (continues(begin)) ++begin;
  while (continues(end)) ++end;
  const std::string found = at_ >= line_.size()
                                ? "the end of the line"
                                : excerpt(line_.substr(at_, end - at_).substr(0, continues(at_ + 1) ? 4 : 1));
  throw InputError(
      {.what = std::move(what),
       .where = std::string(source_) + ":" + std::to_string(line_number_) + ":" + std::to_string(at_ + 1),
       .expected = std::move(expected),
       .found = found + "\n    " + std::string(line_.substr(begin, end - begin)) + "\n    " +
                blanks_like(line_.substr(begin, at_ - begin)) + "^"});
}

void TextLexer::skip_space() {
  while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t' || line_[at_] == '\r')) ++at_;
}

bool TextLexer::at_end() {
  skip_space();
  return at_ == line_.size();
}

char TextLexer::peek() { return at_end() ? '\0' : line_[at_]; }

bool TextLexer::accept(std::string_view token) {
  skip_space();
  if (line_.substr(at_, token.size()) != token) return false;
  at_ += token.size();
  return true;
}

void TextLexer::expect(std::string_view token) {
  if (!accept(token)) fail("unexpected text", "'" + std::string(token) + "'");
}

std::string_view TextLexer::bare_word() {
  skip_space();
  const std::size_t start = at_;
  while (at_ < line_.size() && is_bare(line_[at_])) ++at_;
  return line_.substr(start, at_ - start);
}

bool TextLexer::accept_word(std::string_view word) {
  const std::size_t start = at_;
  if (bare_word() == word) return true;
  at_ = start;
  return false;
}

bool TextLexer::accept_call(std::string_view word) {
  const std::size_t start = at_;
  if (bare_word() == word && at_ < line_.size() && line_[at_] == '(') {
    ++at_;
    return true;
  }
  at_ = start;
  return false;
}

std::string TextLexer::name(const char* what) {
  if (peek() == '"') return quoted_string();
  const std::string_view word = bare_word();
  if (word.empty()) fail("unexpected text", what);
  return std::string(word);
}

std::string TextLexer::quoted_string() {
  if (!accept("\"")) fail("unexpected text", "a string in double quotes");
  std::string out;
  while (true) {
    const std::size_t stop = line_.find_first_of("\"\\", at_);
    if (stop == std::string_view::npos) {
      at_ = line_.size();
      fail("string is not closed", "'\"'");
    }
    out += line_.substr(at_, stop - at_);
    at_ = stop + 1;
    if (line_[stop] == '"') return out;
    append_escape(out);
  }
}

void TextLexer::append_escape(std::string& out) {
  constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
  const char c = at_ < line_.size() ? line_[at_] : '\0';
  if (const std::size_t known = kLetters.find(c); c != '\0' && known != std::string_view::npos) {
    ++at_;
    out += kMeant[known];
    return;
  }
  if (c != 'u') fail("unknown escape in a string", "one of: \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
  ++at_;
  std::uint32_t code = hex4();
  if (code >= 0xD800 && code < 0xDC00 && line_.substr(at_, 2) == "\\u") {
    at_ += 2;
    const std::uint32_t low = hex4();
    if (low < 0xDC00 || low > 0xDFFF) fail("half of a surrogate pair", "\\uDC00 to \\uDFFF");
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  if (code >= 0xD800 && code <= 0xDFFF)
    fail("half of a surrogate pair", "both halves, or the character itself");
  append_utf8(out, code);
}

std::uint32_t TextLexer::hex4() {
  std::uint32_t code = 0;
  const char* begin = line_.data() + at_;
  const char* end = line_.data() + std::min(line_.size(), at_ + 4);
  const auto [stop, error] = std::from_chars(begin, end, code, 16);
  if (error != std::errc() || stop != begin + 4) fail("bad escape in a string", "four hexadecimal digits");
  at_ += 4;
  return code;
}

std::uint32_t TextLexer::index() {
  skip_space();
  std::uint32_t value = 0;
  const char *begin = line_.data() + at_, *end = line_.data() + line_.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc()) fail("not an index", "a number from 0 to 4294967295");
  at_ += static_cast<std::size_t>(stop - begin);
  return value;
}

std::string_view TextLexer::number() {
  skip_space();
  const std::size_t start = at_;
  const auto part = [this, start](char c) {
    if (is_digit(c) || c == '.' || c == 'e') return true;
    return (c == '+' || c == '-') && (at_ == start || line_[at_ - 1] == 'e');
  };
  while (at_ < line_.size() && part(line_[at_])) ++at_;
  return line_.substr(start, at_ - start);
}

std::string_view TextLexer::expression() {
  skip_space();
  const std::size_t start = at_;
  int depth = 0;
  for (; at_ < line_.size(); ++at_) {
    const char c = line_[at_];
    if (c == '(') ++depth;
    if (depth == 0 && (c == ',' || c == ')' || c == ']' || c == '}')) break;
    if (c == ')') --depth;
  }
  std::string_view text = line_.substr(start, at_ - start);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::string_view TextLexer::rest() {
  skip_space();
  std::string_view text = line_.substr(at_);
  while (!text.empty() && std::string_view(" \t\r").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  at_ = line_.size();
  return text;
}

}  // namespace assay
