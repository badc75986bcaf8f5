// Marks, classes and cells of verdicts.
#include "reports/page/verdict_sign.h"

#include "reports/capability_sheet/signs.h"

namespace assay {

std::string_view mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kMatch:
      return "✓";
    case Verdict::kDiffers:
      return "≠";
    case Verdict::kNew:
      return "★";
    case Verdict::kExpectedFailure:
      return "✓ (fails)";
    case Verdict::kUnexpectedFailure:
      return "✗";
    case Verdict::kUnexpectedPass:
      return "!";
    case Verdict::kFlaky:
      return "~";
    case Verdict::kBrokenGolden:
      return "#";
    case Verdict::kMissing:
      return "?";
    case Verdict::kSkipped:
      return "–";
  }
  return "?";
}

const char* class_of(Verdict verdict) {
  if (verdict == Verdict::kSkipped) return "faint";
  return is_green(verdict) ? "green" : "red";
}

std::string cell_of(const PairResult& record) {
  if (record.verdict == Verdict::kMissing) return "?!";
  const std::string letter(1, sign_of(record.outcome).mark);
  return is_green(record.verdict) ? letter : letter + "!";
}

}  // namespace assay
