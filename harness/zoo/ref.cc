// The form of REFs.
#include "harness/zoo/ref.h"

#include <algorithm>
#include <cctype>

namespace assay {
namespace {

bool is_identifier(std::string_view text) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::ranges::all_of(text, is_word);
}

}  // namespace

bool is_dotted_identifier(std::string_view text) {
  for (;;) {
    const std::size_t dot = text.find('.');
    if (!is_identifier(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

bool is_ref(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || text.find('\0') != std::string_view::npos) return false;
  const std::string_view module = text.substr(0, colon);
  const bool path = module.size() > 3 && module.ends_with(".py");
  return (path || is_dotted_identifier(module)) && is_dotted_identifier(text.substr(colon + 1));
}

}  // namespace assay
