// The result of a method, in a line.
#include "harness/methods/comparison.h"

#include <algorithm>

#include "harness/words/utf8.h"

namespace assay {

MethodResult method_result(const PairResult& record, std::string_view why) {
  return {.method = record.pair.method,
          .outcome = record.outcome,
          .why = shortened(why, kMostWhy),
          .facts = {},
          .replay = record.replay,
          .coverage = record.coverage,
          .cost = record.cost,
          .not_lowered = {}};
}

std::string describe(const MethodResult& result) {
  std::string words(to_string(result.outcome));
  std::ranges::replace(words, '_', ' ');
  if (is_of_replay(result.outcome) && result.replay)
    return words + shortened(details(*result.replay), kMostWhy);
  return result.why.empty() ? words : words + ": " + result.why;
}

}  // namespace assay
