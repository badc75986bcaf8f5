// Globs: one pass with a single point to return to, the last `*`.
#include "harness/words/glob.h"

#include <cstddef>

namespace assay {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

/// Does the pattern's item at `at` match `c`? Moves `at` behind the item when it does.
bool item_matches(std::string_view pattern, std::size_t& at, char c) {
  if (pattern[at] == '?') return ++at, true;
  const std::size_t first = at + 1 + (pattern[at] == '[' && pattern.substr(at + 1).starts_with('!') ? 1 : 0);
  // A `]` that stands first belongs to the set.
  const std::size_t close =
      pattern[at] == '[' && first < pattern.size() ? pattern.find(']', first + 1) : kNone;
  if (close == kNone) return pattern[at] == c ? (++at, true) : false;
  const bool negated = first == at + 2;
  bool inside = false;
  for (std::size_t i = first; i < close; ++i) {
    const bool range = i + 2 < close && pattern[i + 1] == '-';
    inside = inside || (range ? pattern[i] <= c && c <= pattern[i + 2] : pattern[i] == c);
    if (range) i += 2;
  }
  if (inside == negated) return false;
  at = close + 1;
  return true;
}

}  // namespace

bool is_glob(std::string_view text) { return text.find_first_of("*?[") != kNone; }

bool glob_matches(std::string_view pattern, std::string_view text) {
  std::size_t at = 0, read = 0, star = kNone, star_read = 0;
  while (read < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      star_read = read;
    } else if (at < pattern.size() && item_matches(pattern, at, text[read])) {
      ++read;
    } else if (star != kNone) {
      at = star + 1;
      read = ++star_read;
    } else {
      return false;
    }
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

bool selects(std::string_view selector, std::string_view name) {
  return selector == name || glob_matches(selector, name);
}

}  // namespace assay
