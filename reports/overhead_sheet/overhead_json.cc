// overhead_json: estimates, pairs, families.
#include "reports/overhead_sheet/overhead_json.h"

#include <nlohmann/json.hpp>

#include "harness/bench/overhead.h"
#include "harness/results/pair_json.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;
using bench::Estimate;
using bench::FamilyOverhead;
using bench::PairOverhead;

Json json_of_estimate(const Estimate& estimate) {
  if (estimate.count == 0) return nullptr;
  return {
      {"value", estimate.value}, {"low", estimate.low}, {"high", estimate.high}, {"count", estimate.count}};
}

/// Null for figures that were not measured.
template <typename Number>
Json measured(Number number) {
  return number > 0 ? Json(number) : Json(nullptr);
}

Json json_of_pair(const PairOverhead& pair) {
  Json json = pair_json(pair.pair);
  json["family"] = pair.family;
  json["outcome"] = to_string(pair.outcome);
  json["why"] = pair.why;
  json["nodes"] = pair.nodes;
  json["eager_forward_seconds"] = json_of_estimate(pair.eager_forward);
  json["eager_seconds"] = json_of_estimate(pair.eager);
  json["cold_seconds"] = json_of_estimate(pair.cold);
  json["warm_seconds"] = json_of_estimate(pair.warm);
  json["cold_to_eager"] = json_of_estimate(pair.cold_ratio);
  json["warm_to_eager"] = json_of_estimate(pair.warm_ratio);
  json["warm_phases_seconds"] = {{"trace", pair.phases.trace},         {"decompose", pair.phases.decompose},
                                 {"partition", pair.phases.partition}, {"observe", pair.phases.observe},
                                 {"walk", pair.phases.walk},           {"write", pair.phases.write}};
  json["warm_instructions"] = measured(pair.warm_instructions);
  json["eager_bytes"] = pair.eager_bytes;
  json["capture_bytes"] = pair.capture_bytes;
  json["eager_gpu_seconds"] = measured(pair.eager_gpu_seconds);
  json["warm_gpu_seconds"] = measured(pair.warm_gpu_seconds);
  json["eager_gpu_bytes"] = measured(pair.eager_gpu_bytes);
  json["capture_gpu_bytes"] = measured(pair.capture_gpu_bytes);
  return json;
}

Json json_of_family(const FamilyOverhead& family) {
  return {{"family", family.family},
          {"method", to_string(family.method)},
          {"device", to_string(family.device)},
          {"cold_to_eager", json_of_estimate(family.cold_ratio)},
          {"warm_to_eager", json_of_estimate(family.warm_ratio)},
          {"measured", family.measured},
          {"models", family.models}};
}

}  // namespace

std::string overhead_json(const std::vector<bench::Sample>& samples) {
  Json json{{"assay_overhead", 1}, {"families", Json::array()}, {"pairs", Json::array()}};
  for (const FamilyOverhead& family : bench::by_family(samples))
    json["families"].push_back(json_of_family(family));
  for (const PairOverhead& pair : bench::overhead_of(samples)) json["pairs"].push_back(json_of_pair(pair));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay
