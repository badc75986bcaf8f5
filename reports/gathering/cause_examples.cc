// examples_of: the smallest graph of each cause, as text and drawn.
#include "reports/gathering/cause_examples.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/diff/paired_diff.h"
#include "harness/golden_store/case_goldens.h"
#include "harness/graph/json.h"
#include "harness/words/shell_command.h"
#include "reports/diff_text/print_diff.h"
#include "reports/drawing/dot_text.h"
#include "reports/drawing/draw_difference.h"
#include "reports/drawing/svg.h"

namespace assay {

namespace {

constexpr std::size_t kMostDrawings = 60;

const PendingGraph* smallest_with(const Pending& pending, const std::string& cause) {
  const PendingGraph* smallest = nullptr;
  const auto size = [](const PendingGraph& graph) { return graph.diff ? graph.diff->nodes.total() : 0; };
  for (const PendingGraph& graph : pending.graphs)
    if (graph.causes.contains(cause) && (smallest == nullptr || size(graph) < size(*smallest)))
      smallest = &graph;
  return smallest;
}

/// Index of the first root that is the cause; the number of roots if none is.
std::size_t root_of(const DiffResult& result, const CauseKey& cause) {
  const auto is_cause = [&](const RootCause& root) {
    return std::ranges::any_of(root.places,
                               [&](std::size_t place) { return key_of(result, root, place) == cause; });
  };
  return static_cast<std::size_t>(std::ranges::find_if(result.roots, is_cause) - result.roots.begin());
}

/// Empty if a side is a summary without nodes.
std::string drawing_of(const PendingGraph& graph, const CauseKey& cause, const Policy& policy) {
  const GraphFile found = load_graph_file(graph.file);
  const GoldenBody golden = load_agreed(graph.golden, found.header);
  if (golden.is_summary()) return "";
  const PairedDiff difference = paired_diff(*golden.graphs(), found, policy);
  const std::size_t root = root_of(difference.result, cause);
  if (root == difference.result.roots.size()) return "";
  return svg_of(dot_text(draw_difference(*golden.graphs(), found, difference, root)), SvgPlace::kPage);
}

CauseExample in_words(const PendingGraph& graph) {
  CauseExample example{.pair = graph.pair, .difference = {}, .drawing = {}, .command = {}};
  if (graph.diff) {
    example.difference = print_diff(*graph.diff, kExplainedEntries);
    example.command = shell_command("assay diff {} {}", graph.golden, graph.file);
  } else {
    example.command = shell_command("assay export {} --to text", graph.file);
  }
  example.difference += graph.explanation;
  return example;
}

}  // namespace

std::map<std::string, CauseExample> examples_of(const Pending& pending, const PolicyOf& policy_of) {
  std::map<std::string, CauseExample> examples;
  std::size_t drawings = 0;
  bool drawn = true;  // false when Graphviz is missing
  for (const Cause& cause : pending.causes) {
    const PendingGraph* graph = smallest_with(pending, cause.id);
    if (graph == nullptr) continue;
    CauseExample& example = examples[cause.id] = in_words(*graph);
    if (!drawn || !graph->diff || drawings == kMostDrawings) continue;
    try {
      example.drawing = drawing_of(*graph, cause.key, policy_of(graph->pair));
      drawings += example.drawing.empty() ? 0 : 1;
    } catch (const GraphvizError& error) {
      drawn = error.reason() != GraphvizError::Reason::kAbsent;
      example.difference += fmt::format("not drawn: {}\n", error.what());
    }
  }
  return examples;
}

}  // namespace assay
