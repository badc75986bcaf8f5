// comparison_json: a report and its parts as JSON.
#include "reports/comparison_sheet/comparison_json.h"

#include <nlohmann/json.hpp>

#include "harness/diff/set_count_json.h"
#include "harness/results/coverage_json.h"
#include "harness/zoo/replay_json.h"

namespace assay {
namespace {

using Json = OrderedJson;

template <typename Items>
Json list_of_names(const Items& items) {
  Json names = Json::array();
  for (const auto item : items) names.push_back(to_string(item));
  return names;
}

Json as_json(const BreakPlace& place) {
  return {{"graph", place.graph},
          {"side", to_string(place.side)},
          {"reason", place.reason},
          {"source", place.source}};
}

template <typename Item>
Json list_of(const std::vector<Item>& items);

Json as_json(const CaptureFacts& facts) {
  Json needs = Json::object();
  for (const auto& [need, shown] : facts.needs) needs[std::string(to_string(need))] = to_string(shown);
  return {{"graphs", facts.graphs},
          {"nodes", facts.nodes},
          {"edges", facts.edges},
          {"forward", facts.forward},
          {"breaks", list_of(facts.breaks)},
          {"writes", facts.writes},
          {"features", needs}};
}

Json as_json(const Cost& cost) {
  return {{"eager_seconds", cost.eager_seconds},
          {"capture_seconds", cost.capture_seconds},
          {"eager_bytes", cost.eager_bytes},
          {"capture_bytes", cost.capture_bytes}};
}

Json as_json(const MethodResult& result) {
  return {{"method", to_string(result.method)},
          {"outcome", to_string(result.outcome)},
          {"why", result.why},
          {"captured", result.facts ? as_json(*result.facts) : Json(nullptr)},
          {"replay", json_of(result.replay)},
          {"coverage", json_of(result.coverage)},
          {"cost", as_json(result.cost)},
          {"not_lowered", result.not_lowered}};
}

Json as_json(const Change& change) {
  return {{"kind", to_string(change.kind)},
          {"what", change.what},
          {"places", change.places},
          {"consequences", change.consequences}};
}

Json as_json(const Difference& difference) {
  return {{"left", difference.left},
          {"right", difference.right},
          {"nodes", as_json(difference.nodes)},
          {"edges", as_json(difference.edges)},
          {"changes", list_of(difference.changes)},
          {"more", difference.more}};
}

Json as_json(const Program& program) {
  return {{"methods", list_of_names(program.methods)}, {"nodes", program.nodes}, {"edges", program.edges}};
}

Json as_json(const LoweredPart& part) {
  return {{"part", to_string(part.part)},
          {"programs", list_of(part.programs)},
          {"differences", list_of(part.differences)}};
}

Json as_json(const Comparison& comparison) {
  return {{"case", comparison.case_id},
          {"device", to_string(comparison.device)},
          {"torch", comparison.torch},
          {"phantom", comparison.phantom},
          {"methods", list_of(comparison.methods)},
          {"lowered", list_of(comparison.lowered)}};
}

Json as_json(const Rejected& one) { return {{"method", to_string(one.method)}, {"why", one.why}}; }

Json as_json(const Recommendation& found) {
  return {{"needs", list_of_names(found.needs)},
          {"method", found.method ? Json(to_string(*found.method)) : Json(nullptr)},
          {"reason", found.reason},
          {"rejected", list_of(found.rejected)}};
}

template <typename Item>
Json list_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(as_json(item));
  return list;
}

}  // namespace

std::string comparison_json(const ComparisonReport& report) {
  const Json json = {{"assay_comparison", 1},
                     {"cases", list_of(report.cases)},
                     {"recommendation", as_json(report.recommendation)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay
