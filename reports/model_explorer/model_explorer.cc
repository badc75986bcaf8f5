// print_model_explorer: a graph collection per side and the mapping.
#include "reports/model_explorer/model_explorer.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/model_explorer/collection.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
using Differences = std::map<std::pair<std::size_t, NodeId>, NodeDifference>;

/// Colours from Okabe and Ito's palette.
constexpr std::string_view kMissing = "#D55E00", kExtra = "#009E73", kChanged = "#0072B2";

void add_words(Differences& differences, std::pair<std::size_t, NodeId> node, const std::string& words,
               std::string_view color) {
  NodeDifference& difference = differences[node];
  difference.words += (difference.words.empty() ? "" : "; ") + words;
  difference.color = color;
}

/// Marks each node of graphs that the other file lacks.
void add_lone_graphs(Differences& differences, const GraphFile& file, const std::vector<std::size_t>& paired,
                     DiffKind kind) {
  for (std::size_t index = 0; index < file.graphs.size(); ++index) {
    if (std::ranges::find(paired, index) != paired.end()) continue;
    for (NodeId id = 0; id < file.graphs[index].nodes.size(); ++id)
      add_words(differences, {index, id}, std::string(to_string(kind)),
                kind == DiffKind::kMissing ? kMissing : kExtra);
  }
}

/// Ids that the viewer derives from namespaces for the layers of a graph.
std::set<std::string> layers_of(const Graph& graph) {
  std::set<std::string> layers;
  for (const std::string& path : namespaces_of(graph))
    for (std::size_t end = path.find('/'); !path.empty(); end = path.find('/', end + 1)) {
      layers.insert(path.substr(0, end) + "___group___");
      if (end == std::string::npos) break;
    }
  return layers;
}

Json mapped(const std::string& left, const std::string& right) {
  return {{"leftNodeIds", {left}}, {"rightNodeIds", {right}}};
}

/// Maps paired nodes, then layers of equal names.
void add_entries(Json& entries, const Graph& left, const Graph& right, const GraphPairs& pairs) {
  for (const auto& [first, second] : pairs.nodes)
    entries.push_back(mapped(explorer_id(left, first), explorer_id(right, second)));
  const std::set<std::string> others = layers_of(right);
  for (const std::string& layer : layers_of(left))
    if (others.contains(layer)) entries.push_back(mapped(layer, layer));
}

std::string words_of(const DiffEntry& entry) {
  if (entry.left_path.empty() || entry.right_path.empty()) return std::string(to_string(entry.kind));
  return fmt::format("{}: {} \u2192 {}", to_string(entry.kind), entry.left, entry.right);
}

}  // namespace

std::string print_model_explorer(const GraphFile& file) { return graph_collection(file, {}); }

ExplorerDifference print_model_explorer(const GraphFile& left, const GraphFile& right,
                                        const PairedDiff& diff) {
  ExplorerSide of_left{"left: ", "left "}, of_right{"right: ", "right "};
  for (std::size_t entry = 0; entry < diff.pairs.places.size(); ++entry) {
    const DiffPlace& place = diff.pairs.places[entry];
    if (place.graphs == DiffPlace::kNoGraphs) continue;
    const GraphPairs& graphs = diff.pairs.graphs[place.graphs];
    const std::string words = words_of(diff.result.entries[entry]);
    const bool both = place.left != kNoNode && place.right != kNoNode;
    if (place.left != kNoNode)
      add_words(of_left.differences, {graphs.left, place.left}, words, both ? kChanged : kMissing);
    if (place.right != kNoNode)
      add_words(of_right.differences, {graphs.right, place.right}, words, both ? kChanged : kExtra);
  }
  Json entries = Json::array();
  std::vector<std::size_t> paired_left, paired_right;
  for (const GraphPairs& graphs : diff.pairs.graphs) {
    paired_left.push_back(graphs.left);
    paired_right.push_back(graphs.right);
    add_entries(entries, left.graphs[graphs.left], right.graphs[graphs.right], graphs);
  }
  add_lone_graphs(of_left.differences, left, paired_left, DiffKind::kMissing);
  add_lone_graphs(of_right.differences, right, paired_right, DiffKind::kExtra);
  const Json mapping = {{"type", "sync_navigation"},           {"mappingEntries", std::move(entries)},
                        {"disableMappingFallback", true},      {"showDiffHighlights", true},
                        {"deletedNodesBorderColor", kMissing}, {"newNodesBorderColor", kExtra}};
  return {graph_collection(left, of_left), graph_collection(right, of_right), mapping.dump(1) + "\n"};
}

}  // namespace assay
