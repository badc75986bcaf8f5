// print_cause, print_pending_json: causes, then their graphs.
#include "reports/pending_text/print_pending.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/results/pair_json.h"
#include "harness/words/quantity.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostGraphs = 8;

}  // namespace

std::string print_cause(const Cause& cause) {
  const CausePlace& first = cause.places.front();
  std::string text = fmt::format("{}  {}  {}  {}, {}", cause.id, kind_text(cause.key), cause.key.op,
                                 counted(cause.pairs.size(), "graph"), counted(cause.places.size(), "place"));
  if (const std::size_t more = consequences_of(cause); more > 0)
    text += fmt::format(", explains {} more", more);
  text += "\n";
  if (!first.left.empty()) text += "  expected  " + first.left + "\n";
  if (!first.right.empty()) text += "  found     " + first.right + "\n";
  if (!first.module.empty()) text += "  first in  " + first.module + "\n";
  if (!first.source.empty()) text += "  first at  " + first.source + "\n";
  for (std::size_t k = 0; k < cause.pairs.size() && k < kMostGraphs; ++k)
    text += "  graph     " + to_string(cause.pairs[k]) + "\n";
  if (cause.pairs.size() > kMostGraphs)
    text += fmt::format("  ... and {} more\n", cause.pairs.size() - kMostGraphs);
  return text;
}

std::string print_pending_json(const Pending& pending) {
  Json causes = Json::array(), graphs = Json::array();
  for (const Cause& cause : pending.causes) {
    Json pairs = Json::array();
    for (const PairId& pair : cause.pairs) pairs.push_back(pair_json(pair));
    causes.push_back({{"id", cause.id},
                      {"kind", kind_text(cause.key)},
                      {"op", cause.key.op},
                      {"change", cause.key.change},
                      {"left", cause.places.front().left},
                      {"right", cause.places.front().right},
                      {"places", cause.places.size()},
                      {"consequences", consequences_of(cause)},
                      {"graphs", pairs}});
  }
  for (const PendingGraph& graph : pending.graphs) {
    Json json = pair_json(graph.pair);
    json["golden"] = graph.golden.string();
    json["pending"] = graph.file.string();
    json["causes"] = graph.causes;
    json["refused"] = graph.refused ? Json(graph.refused->why) : Json(nullptr);
    graphs.push_back(json);
  }
  return Json{{"assay_causes", 1}, {"causes", causes}, {"graphs", graphs}}.dump(2);
}

}  // namespace assay
