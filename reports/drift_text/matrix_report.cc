// matrix_text, matrix_json: results of a matrix for people and for scripts.
#include "reports/drift_text/matrix_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/results/pair_json.h"
#include "reports/drift_text/print_drift.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

std::string row_text(const MatrixRow& row) {
  if (row.stage != MatrixStage::kDone)
    return fmt::format("torch {}: no results ({}): {}\n", to_string(row.torch), to_string(row.stage),
                       row.reason);
  std::string verdicts;
  for (const auto& [verdict, count] : row.verdicts)
    verdicts += fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", count, to_string(verdict));
  return fmt::format("torch {}: {}: {}\n", to_string(row.torch), row.green ? "green" : "not green", verdicts);
}

Json pairs_json(const std::vector<PairId>& pairs) {
  Json all = Json::array();
  for (const PairId& pair : pairs) all.push_back(pair_json(pair));
  return all;
}

Json turned_json(const std::vector<Turned>& turned) {
  Json all = Json::array();
  for (const Turned& one : turned) {
    all.push_back(pair_json(one.pair));
    all.back()["before"] = one.before;
    all.back()["after"] = one.after;
  }
  return all;
}

Json row_json(const MatrixRow& row) {
  Json verdicts = Json::object();
  for (const auto& [verdict, count] : row.verdicts) verdicts[std::string(to_string(verdict))] = count;
  return {{"torch", to_string(row.torch)},
          {"stage", to_string(row.stage)},
          {"reason", row.reason},
          {"green", row.green},
          {"verdicts", verdicts}};
}

Json drift_json(const Drift& drift) {
  Json causes = Json::array();
  for (const DriftCause& cause : drift.causes) {
    causes.push_back({{"kind", cause.kind},
                      {"change", cause.change},
                      {"nodes", cause.nodes},
                      {"consequences", cause.consequences},
                      {"first_in", cause.first_in},
                      {"pairs", pairs_json(cause.pairs)}});
  }
  return {{"from", drift.from},
          {"to", drift.to},
          {"same", pairs_json(drift.same)},
          {"changed", pairs_json(drift.changed)},
          {"newly_failing", turned_json(drift.newly_failing)},
          {"newly_passing", turned_json(drift.newly_passing)},
          {"only_before", pairs_json(drift.only_before)},
          {"only_after", pairs_json(drift.only_after)},
          {"causes", causes}};
}

}  // namespace

std::string matrix_text(const MatrixResult& result) {
  std::string text;
  for (const MatrixRow& row : result.rows) text += row_text(row);
  for (const Drift& drift : result.drifts) text += "\n" + print_drift(drift);
  return text;
}

std::string matrix_json(const MatrixResult& result) {
  Json rows = Json::array(), drifts = Json::array();
  for (const MatrixRow& row : result.rows) rows.push_back(row_json(row));
  for (const Drift& drift : result.drifts) drifts.push_back(drift_json(drift));
  const Json all = {{"assay_matrix", 1},
                    {"finished", result.end == MatrixEnd::kFinished},
                    {"versions", rows},
                    {"drifts", drifts}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay
