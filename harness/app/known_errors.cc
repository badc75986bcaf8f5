// KnownErrors: rows and cases by name.
#include "harness/app/known_errors.h"

#include <algorithm>
#include <optional>

#include "harness/app/own_capabilities.h"
#include "harness/app/workers.h"

namespace assay {

KnownErrors::KnownErrors(const Session& session, const Worker& worker, Gpu gpu)
    : setting_{torch_of(worker), gpu == Gpu::kAbsent},
      sheet_(own_capabilities(session, setting_)),
      cases_(select_cases({session.own_tree()}, {"known/*"})) {}

std::string KnownErrors::name_of(const fuzz::Program& program, const PairResult& result) const {
  if (fuzz::ended_wrongly(result)) return declaring(program, {result.pair}, result.outcome);
  std::string first;
  for (const fuzz::Deed& deed : fuzz::deeds_of(result)) {
    std::string known = deed.kind == fuzz::kOtherProgram ? declaring_other(program, result) : "";
    if (known.empty()) known = declaring_aftermath(features_of(program, result), deed.what);
    if (known.empty()) return "";
    if (first.empty()) first = known;
  }
  return first;
}

std::vector<std::string_view> KnownErrors::features_of(const fuzz::Program& program,
                                                       const PairResult& result) {
  std::vector<std::string_view> features = fuzz::features_of(program);
  const MethodId method = result.pair.method;
  const bool exports = method == MethodId::kExport || method == MethodId::kExportStrict;
  if (exports && result.outcome == Outcome::kRaises) features.emplace_back("fails_in_export");
  return features;
}

std::string KnownErrors::declaring_other(const fuzz::Program& program, const PairResult& result) const {
  std::vector<PairId> pairs{result.pair};
  if (const std::optional<MethodId> peer = result.aftermath->peer)
    pairs.push_back({.case_id = result.pair.case_id, .method = *peer, .device = result.pair.device});
  return declaring(program, pairs, Outcome::kDiverges);
}

std::string KnownErrors::declaring(const fuzz::Program& program, const std::vector<PairId>& pairs,
                                   Outcome outcome) const {
  for (const std::string_view feature : fuzz::features_of(program))
    for (const PairId& pair : pairs)
      if (table_declares(feature, pair, outcome) || case_declares(feature, pair, outcome))
        return std::string(feature);
  return "";
}

std::string KnownErrors::declaring_aftermath(const std::vector<std::string_view>& features,
                                             std::string_view says) const {
  const auto declares = [&](const KnownAftermath& known) {
    return says.find(known.says) != std::string_view::npos;
  };
  for (const std::string_view feature : features) {
    const CapabilityRow* row = row_of(feature);
    if (row != nullptr && std::ranges::any_of(row->feature.aftermath, declares)) return std::string(feature);
  }
  return "";
}

const CapabilityRow* KnownErrors::row_of(std::string_view feature) const {
  const auto row =
      std::ranges::find(sheet_.rows, feature, [](const CapabilityRow& one) { return one.feature.id; });
  return row == sheet_.rows.end() ? nullptr : &*row;
}

bool KnownErrors::table_declares(std::string_view feature, const PairId& pair, Outcome outcome) const {
  const CapabilityRow* row = row_of(feature);
  if (row == nullptr) return false;
  const auto cell = row->cells.find({pair.method, pair.device});
  return cell != row->cells.end() && cell->second.outcome == outcome;
}

bool KnownErrors::case_declares(std::string_view id, const PairId& pair, Outcome outcome) const {
  const auto test = std::ranges::find(cases_, id, &Case::id);
  if (test == cases_.end()) return false;
  const Expectation* expected =
      expectation_for(*test, pair.method, pair.device, setting_.phantom, setting_.torch);
  return expected != nullptr && expected->outcome == outcome;
}

}  // namespace assay
