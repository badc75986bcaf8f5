// How one method fared, in a line.
#include "harness/method_comparison/comparison.h"

#include <algorithm>

#include "harness/words/utf8.h"

namespace assay {

std::string describe(const MethodResult& result) {
  std::string words(to_string(result.outcome));
  std::ranges::replace(words, '_', ' ');
  if (is_of_replay(result.outcome) && result.replay)
    return words + shortened(details(*result.replay), kMostWhy);
  return result.why.empty() ? words : words + ": " + result.why;
}

}  // namespace assay
