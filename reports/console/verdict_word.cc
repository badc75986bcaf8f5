// verdict_word: word and ink of a verdict.
#include "reports/console/verdict_word.h"

#include <algorithm>

namespace assay {

std::string words_of(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '_', ' ');
  return words;
}

Cell verdict_word(const PairResult& result) {
  switch (result.verdict) {
    case Verdict::kMatch:
      if (result.not_yet_verified) return {"match*", Ink::kGreen};
      return {result.outcome == Outcome::kGuarded ? "guarded" : "match", Ink::kGreen};
    case Verdict::kExpectedFailure:
      if (!has_graph(result.outcome)) return {"expected", Ink::kGreen};
      return {"(" + words_of(to_string(result.outcome)) + ")", Ink::kGreen};
    case Verdict::kSkipped:
      return {result.outcome == Outcome::kUnsupported ? "-" : "skipped", Ink::kFaint};
    case Verdict::kNew:
      return {"!new", Ink::kYellow};
    case Verdict::kDiffers:
      return {"!differs", Ink::kRed};
    case Verdict::kBrokenGolden:
      return {"!broken golden", Ink::kRed};
    case Verdict::kMissing:
      return {"!missing", Ink::kRed};
    case Verdict::kUnexpectedPass:
      return {"!passes", Ink::kRed};
    case Verdict::kFlaky:
      return {"!flaky", Ink::kRed};
    case Verdict::kUnexpectedFailure:
      break;
  }
  return {"!" + words_of(to_string(result.outcome)), Ink::kRed};
}

}  // namespace assay
