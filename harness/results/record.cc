// One record of results.jsonl: written and read.
#include <cmath>
#include <utility>

#include "harness/coverage/coverage_json.h"
#include "harness/diff/set_count_json.h"
#include "harness/error/error.h"
#include "harness/results/results_folder.h"
#include "harness/spec/case_path.h"
#include "harness/spec/replay_json.h"
#include "harness/strict_json/json_source.h"

namespace assay {
namespace {

/// Both directions go through these lists, so that they cannot drift apart.
constexpr std::pair<const char*, std::string PairResult::*> kTexts[] = {
    {"reason", &PairResult::reason},           {"exception", &PairResult::exception},
    {"message", &PairResult::message},         {"torch", &PairResult::torch},
    {"python", &PairResult::python},           {"phantom", &PairResult::phantom},
    {"explanation", &PairResult::explanation}, {"golden", &PairResult::golden},
    {"pending", &PairResult::pending},         {"graph", &PairResult::graph},
    {"golden_root", &PairResult::golden_root}, {"next", &PairResult::next},
};
constexpr std::pair<const char*, double Cost::*> kSeconds[] = {
    {"eager_seconds", &Cost::eager_seconds},
    {"capture_seconds", &Cost::capture_seconds},
    {"write_seconds", &Cost::write_seconds},
    {"child_seconds", &Cost::child_seconds},
};
constexpr std::pair<const char*, std::uint64_t Cost::*> kBytes[] = {
    {"peak_bytes", &Cost::peak_bytes},
    {"eager_bytes", &Cost::eager_bytes},
    {"capture_bytes", &Cost::capture_bytes},
};
OrderedJson count_to_json(const std::optional<SetCount>& count) {
  return count ? as_json(*count) : OrderedJson(nullptr);
}

std::size_t size_from(const JsonPlace& place) { return static_cast<std::size_t>(place.integer(0)); }

std::optional<SetCount> count_from(const JsonPlace& place) {
  if (place.json().is_null()) return std::nullopt;
  place.require_keys({"matched", "missing", "extra", "changed"});
  SetCount count;
  for (const auto& [key, member] : kSetCountKeys) count.*member = size_from(place.need(key));
  return count;
}

template <typename Parse>
auto name_from(const JsonPlace& place, const char* what, Parse parse) {
  const auto value = parse(place.text());
  if (!value)
    place.fail(std::string("unknown ") + what, std::string("a ") + what + " of this version of assay");
  return *value;
}

OrderedJson cost_to_json(const PairResult& result) {
  OrderedJson json = OrderedJson::object();
  for (const auto& [key, member] : kSeconds) {
    const double seconds = result.cost.*member;
    if (!std::isfinite(seconds))
      throw HarnessError({"a duration that is no number", to_string(result.pair) + ": " + key,
                          "a finite number of seconds", std::to_string(seconds), ""});
    json[key] = seconds;
  }
  for (const auto& [key, member] : kBytes) json[key] = result.cost.*member;
  return json;
}

Cost cost_from(const JsonPlace& place) {
  place.require_keys({"eager_seconds", "capture_seconds", "write_seconds", "child_seconds", "peak_bytes",
                      "eager_bytes", "capture_bytes"});
  Cost cost;
  for (const auto& [key, member] : kSeconds) cost.*member = place.need(key).number();
  for (const auto& [key, member] : kBytes)
    cost.*member = static_cast<std::uint64_t>(place.need(key).integer(0));
  return cost;
}

const std::vector<std::string>& record_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> names{
        "case",     "method", "device", "family",         "tiers",          "outcome",          "stage",
        "verdict",  "nodes",  "edges",  "node_agreement", "edge_agreement", "not_yet_verified", "replay",
        "coverage", "cost"};
    for (const auto& [key, member] : kTexts) names.emplace_back(key);
    return names;
  }();
  return keys;
}

}  // namespace

std::string encode_record(const PairResult& result) {
  OrderedJson json;
  json["case"] = result.pair.case_id;
  json["method"] = std::string(to_string(result.pair.method));
  json["device"] = std::string(to_string(result.pair.device));
  json["family"] = result.family;
  json["tiers"] = result.tiers;
  json["outcome"] = std::string(to_string(result.outcome));
  json["stage"] = std::string(to_string(result.stage));
  json["verdict"] = std::string(to_string(result.verdict));
  json["nodes"] = result.nodes;
  json["edges"] = result.edges;
  json["node_agreement"] = count_to_json(result.node_agreement);
  json["edge_agreement"] = count_to_json(result.edge_agreement);
  json["not_yet_verified"] = result.not_yet_verified;
  for (const auto& [key, member] : kTexts) json[key] = result.*member;
  json["replay"] = result.replay ? to_json(*result.replay) : OrderedJson(nullptr);
  json["coverage"] = result.coverage ? to_json(*result.coverage) : OrderedJson(nullptr);
  json["cost"] = cost_to_json(result);
  // A message out of a child may hold any bytes.
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

PairResult decode_record(const std::string& line, const std::string& where) {
  const JsonPlace record(JsonSource::parse(line, where, "assay check --results DIR", Lines::kOne));
  record.require_keys(record_keys());
  PairResult result;
  const JsonPlace id = record.need("case");
  if (!is_case_id(id.text())) id.fail("not a case id", std::string(kCaseIdForm));  // it becomes a path
  result.pair.case_id = id.text();
  result.pair.method = name_from(record.need("method"), "method", method_from_string);
  result.pair.device = name_from(record.need("device"), "device", device_from_string);
  result.family = record.need("family").text();
  for (const JsonPlace& tier : record.need("tiers").items()) result.tiers.push_back(tier.text());
  result.outcome = name_from(record.need("outcome"), "outcome", outcome_from_string);
  result.stage = name_from(record.need("stage"), "stage", stage_from_string);
  result.verdict = name_from(record.need("verdict"), "verdict", verdict_from_string);
  result.nodes = size_from(record.need("nodes"));
  result.edges = size_from(record.need("edges"));
  result.node_agreement = count_from(record.need("node_agreement"));
  result.edge_agreement = count_from(record.need("edge_agreement"));
  result.not_yet_verified = record.need("not_yet_verified").boolean();
  for (const auto& [key, member] : kTexts) result.*member = record.need(key).text();
  const JsonPlace replay = record.need("replay");
  if (!replay.json().is_null()) result.replay = replay_report_from(replay);
  const JsonPlace coverage = record.need("coverage");
  if (!coverage.json().is_null()) result.coverage = coverage_from(coverage);
  result.cost = cost_from(record.need("cost"));
  return result;
}

}  // namespace assay
