// KnownErrors: rows and cases by name.
#include "harness/app/known_errors.h"

#include <algorithm>

#include "harness/app/own_capabilities.h"
#include "harness/app/workers.h"

namespace assay {

KnownErrors::KnownErrors(const Session& session, const Worker& worker, Gpu gpu)
    : setting_{torch_of(worker), gpu == Gpu::kAbsent},
      sheet_(own_capabilities(session, setting_)),
      cases_(select_cases({session.own_tree()}, {"known/*"})) {}

std::string KnownErrors::name_of(const fuzz::Program& program, const PairResult& result) const {
  if (!fuzz::ended_wrongly(result)) return "";  // neither table nor cases speak of anything else
  for (const std::string_view feature : fuzz::features_of(program))
    if (table_declares(feature, result) || case_declares(feature, result)) return std::string(feature);
  return "";
}

bool KnownErrors::table_declares(std::string_view feature, const PairResult& result) const {
  const auto row =
      std::ranges::find(sheet_.rows, feature, [](const CapabilityRow& one) { return one.feature.id; });
  if (row == sheet_.rows.end()) return false;
  const auto cell = row->cells.find({result.pair.method, result.pair.device});
  return cell != row->cells.end() && cell->second.outcome == result.outcome;
}

bool KnownErrors::case_declares(std::string_view id, const PairResult& result) const {
  const auto test = std::ranges::find(cases_, id, &Case::id);
  if (test == cases_.end()) return false;
  const Expectation* expected =
      expectation_for(*test, result.pair.method, result.pair.device, setting_.phantom, setting_.torch);
  return expected != nullptr && expected->outcome == result.outcome;
}

}  // namespace assay
