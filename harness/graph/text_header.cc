// Verified versions in the text form.
#include "harness/graph/text_header.h"

namespace assay {

VerifiedWith read_verified(TextLexer& lexer) {
  const auto more = [&] { return !lexer.at_end() && lexer.peek() != ','; };
  VerifiedWith with;
  with.torch = lexer.name("a version of torch");
  if (more()) with.python = lexer.name("a version of Python");
  while (more()) {
    std::string package = lexer.name("PACKAGE=VERSION");
    lexer.expect("=");
    if (!with.packages.emplace(std::move(package), lexer.name("a version")).second)
      lexer.fail("package is given twice", "names that differ");
  }
  return with;
}

std::string print_verified(const VerifiedWith& with) {
  std::string text = word_or_quoted(with.torch) + " " + word_or_quoted(with.python);
  for (const auto& [package, version] : with.packages)
    text += " " + word_or_quoted(package) + "=" + word_or_quoted(version);
  return text;
}

}  // namespace assay
