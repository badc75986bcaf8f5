// TextLexer: reads a line of the text form from left to right, and reports errors with their position.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// A word without quotes: letters, digits and `_ . : / < > $ @ + -`.
bool is_bare_word(std::string_view text);
std::string word_or_quoted(std::string_view text);

class TextLexer {
 public:
  TextLexer(std::string_view source, std::size_t line_number, std::string_view line)
      : source_(source), line_number_(line_number), line_(line) {}

  /// Throws InputError with line, column, the line itself and a caret below the current place.
  [[noreturn]] void fail(std::string what, std::string expected) const;

  bool at_end();
  char peek();                          ///< '\0' at the end; skips spaces first, like all functions here
  bool accept(std::string_view token);  ///< punctuation: needs no word boundary
  void expect(std::string_view token);
  bool accept_word(std::string_view word);  ///< a whole bare word
  bool accept_call(std::string_view word);  ///< `word(`

  /// A bare word or a quoted string.
  std::string name(const char* what);
  std::string_view bare_word();  ///< empty if no bare word follows
  std::string quoted_string();
  std::uint32_t index();
  /// Digits, sign, `.`, exponent: unparsed.
  std::string_view number();
  /// A symbolic expression: up to an unnested `,`, `)`, `]` or `}`, or the end.
  std::string_view expression();
  std::string_view rest();

  std::size_t place() const { return at_; }
  void go_back(std::size_t place) { at_ = place; }

 private:
  void skip_space();
  void append_escape(std::string& out);
  std::uint32_t hex4();

  std::string_view source_;
  std::size_t line_number_;
  std::string_view line_;
  std::size_t at_ = 0;
};

}  // namespace assay
