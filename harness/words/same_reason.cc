// same_reason: byte by byte.
#include "harness/words/same_reason.h"

#include <cctype>

namespace assay {

std::string without_numbers(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!digit) out += c;
    if (digit && !out.ends_with('#')) out += '#';
  }
  return out;
}

std::string first_line_of(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

}  // namespace assay
