// A character begins at every byte except continuation bytes.
#include "harness/words/utf8.h"

#include <algorithm>

namespace assay {

std::string_view beginning(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && continues_character(text[bytes])) --bytes;
  return text.substr(0, bytes);
}

std::string_view ending(std::string_view text, std::size_t bytes) {
  std::size_t at = text.size() - std::min(bytes, text.size());
  while (at < text.size() && continues_character(text[at])) ++at;
  return text.substr(at);
}

std::string shortened(std::string_view text, std::size_t bytes) {
  return std::string(beginning(text, bytes)) + (text.size() > bytes ? "..." : "");
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !continues_character(c); }));
}

}  // namespace assay
