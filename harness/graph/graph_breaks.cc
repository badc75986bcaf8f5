// breaks_of: the recorded ends and beginnings of graphs.
#include "harness/graph/graph_breaks.h"

#include <algorithm>

#include "harness/words/quantity.h"

namespace assay {
namespace {

/// `resumes` of a graph before which Python ran and gave no graph.
constexpr std::string_view kNoGraph = "no_graph";

}  // namespace

std::vector<BreakPlace> breaks_of(const GraphFile& file) {
  std::vector<BreakPlace> breaks;
  for (const Graph& graph : file.graphs) {
    if (graph.of) continue;
    if (graph.resumes.view() == kNoGraph) breaks.push_back({graph.name.str(), BreakSide::kBefore, "", ""});
    if (graph.stopped)
      breaks.push_back({graph.name.str(), BreakSide::kAfter, graph.stopped->reason, graph.stopped->source});
  }
  return breaks;
}

std::string to_string(const BreakPlace& place) {
  const std::string side = std::string(to_string(place.side)) + " " + place.graph;
  if (place.side == BreakSide::kBefore) return side + ": Python ran there";
  std::string text = side + (place.source.empty() ? "" : " at " + place.source) + ": " + place.reason;
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string told(const std::vector<BreakPlace>& breaks) {
  if (breaks.empty()) return "";
  return counted(breaks.size(), "graph break") + " (" + to_string(breaks.front()) +
         (breaks.size() > 1 ? ", .." : "") + ")";
}

}  // namespace assay
