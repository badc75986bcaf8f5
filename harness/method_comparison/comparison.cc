// Names, and how one method fared in a line.
#include "harness/method_comparison/comparison.h"

#include <algorithm>

namespace assay {

std::string_view to_string(Shown shown) {
  switch (shown) {
    case Shown::kFound:
      return "found";
    case Shown::kNone:
      return "none";
    case Shown::kCannot:
      return "cannot";
  }
  return "none";
}

std::string_view to_string(Part part) { return part == Part::kForward ? "forward" : "joint"; }

std::string describe(const MethodResult& result) {
  std::string words(to_string(result.outcome));
  std::replace(words.begin(), words.end(), '_', ' ');
  if (result.why.empty()) return words;
  // What a replay tells begins with its verdict already: "fails in run ..".
  const std::string first = result.why.substr(0, result.why.find_first_of(" :"));
  if (words.ends_with(first)) return words.substr(0, words.size() - first.size()) + result.why;
  return words + ": " + result.why;
}

}  // namespace assay
