// How one method fared, in a line.
#include "harness/method_comparison/comparison.h"

#include <algorithm>

namespace assay {

std::string describe(const MethodResult& result) {
  std::string words(to_string(result.outcome));
  std::ranges::replace(words, '_', ' ');
  if (result.why.empty()) return words;
  // What a replay tells begins with its verdict already: "fails in run ..".
  const std::string first = result.why.substr(0, result.why.find_first_of(" :"));
  if (words.ends_with(first)) return words.substr(0, words.size() - first.size()) + result.why;
  return words + ": " + result.why;
}

}  // namespace assay
