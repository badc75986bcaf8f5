// KnownErrors: table rows by feature.
#include "harness/fuzz/known_errors.h"

#include <algorithm>
#include <optional>

#include "harness/fuzz/features.h"

namespace assay::fuzz {
namespace {

/// The features of the program, plus "fails_in_export" for a failed export.
std::vector<std::string_view> features_of(const Program& program, const PairResult& result) {
  std::vector<std::string_view> features;
  for (const FeatureUse& use : fuzz::features_of(program)) features.push_back(use.feature);
  const MethodId method = result.pair.method;
  const bool exports = method == MethodId::kExport || method == MethodId::kExportStrict;
  if (exports && result.outcome == Outcome::kRaises) features.emplace_back("fails_in_export");
  return features;
}

}  // namespace

std::string KnownErrors::name_of(const Wrong& wrong) const {
  if (!ended_wrongly(wrong.result)) return declaring_side_effects(wrong);
  return known_as(wrong, [&](std::string_view feature) {
    std::vector<KnownFinding> findings;
    const CapabilityRow* row = row_of(feature);
    if (row != nullptr && declares(*row, wrong.result.pair, wrong.result.outcome))
      findings = row->feature.findings;
    std::erase_if(findings,
                  [&](const KnownFinding& finding) { return !finding.is_of(wrong.result.pair.method); });
    return findings;
  });
}

std::string KnownErrors::declaring_side_effects(const Wrong& wrong) const {
  const Program program = decode(wrong.coded.sequence, wrong.coded.vocabulary);
  std::string first;
  for (const SideEffect& effect : side_effects_of(wrong.result)) {
    std::string known = effect.kind == kOtherProgram ? declaring_other(program, wrong.result) : "";
    if (known.empty()) known = declaring_aftermath(features_of(program, wrong.result), effect.what);
    if (known.empty()) return "";
    if (first.empty()) first = known;
  }
  return first;
}

std::string KnownErrors::declaring_other(const Program& program, const PairResult& result) const {
  std::vector<PairId> pairs{result.pair};
  if (const std::optional<MethodId> peer = result.aftermath->peer)
    pairs.push_back({.case_id = result.pair.case_id, .method = *peer, .device = result.pair.device});
  for (const FeatureUse& use : features_of(program))
    for (const PairId& pair : pairs)
      if (const CapabilityRow* row = row_of(use.feature);
          row != nullptr && declares(*row, pair, Outcome::kDiverges))
        return std::string(use.feature);
  return "";
}

std::string KnownErrors::declaring_aftermath(const std::vector<std::string_view>& features,
                                             std::string_view says) const {
  const auto is_said = [&](const KnownAftermath& known) {
    return says.find(known.says) != std::string_view::npos;
  };
  for (const std::string_view feature : features) {
    const CapabilityRow* row = row_of(feature);
    if (row != nullptr && std::ranges::any_of(row->feature.aftermath, is_said)) return std::string(feature);
  }
  return "";
}

const CapabilityRow* KnownErrors::row_of(std::string_view feature) const {
  const auto row =
      std::ranges::find(table_, feature, [](const CapabilityRow& one) { return one.feature.id; });
  return row == table_.end() ? nullptr : &*row;
}

bool KnownErrors::declares(const CapabilityRow& row, const PairId& pair, Outcome outcome) const {
  const auto cell = row.cells.find({pair.method, pair.device});
  return cell != row.cells.end() && cell->second.outcome == outcome;
}

}  // namespace assay::fuzz
