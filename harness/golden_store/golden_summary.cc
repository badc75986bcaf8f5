// GoldenSummary: made of a graph, and compared.
#include "harness/golden_store/golden_summary.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/diff/explain_graphs.h"
#include "harness/graph/digest.h"

namespace assay {
namespace {

std::size_t edges_of(const Node& node) {
  std::size_t edges = 0;
  const auto count = [&](const Ref&) { ++edges; };
  for (const Argument& argument : node.args) for_each_ref(argument.value, count);
  for (const Result& result : node.results) for_each_ref(result.value, count);
  return edges;
}

GraphSummary sizes_of(const Graph& graph) {
  GraphSummary summary;
  summary.graph = graph.name.str();
  const std::vector<std::string> modules = modules_of(graph);
  std::map<std::string, ModuleSummary> by_path;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    ModuleSummary& module = by_path[modules[id]];
    ++module.nodes;
    module.edges += edges_of(graph.nodes[id]);
    ++summary.operators[op_of(graph.nodes[id])];
  }
  for (auto& [path, module] : by_path) {
    module.module = path;
    summary.nodes += module.nodes;
    summary.edges += module.edges;
    summary.modules.push_back(std::move(module));
  }
  return summary;
}

/// What is told of a module or a graph: sizes, and the digest that differs.
std::string told(std::size_t nodes, std::size_t edges, const LevelDigests& sha256, Level level) {
  return fmt::format("{} nodes, {} edges, sha256 {}", nodes, edges, at_level(sha256, level).substr(0, 12));
}

class SummaryDiff {
 public:
  explicit SummaryDiff(Level level) : level_(level) {}

  DiffResult run(const GoldenSummary& agreed, const GoldenSummary& found) {
    result_.equal = at_level(agreed.sha256, level_) == at_level(found.sha256, level_);
    std::map<std::string, std::pair<const GraphSummary*, const GraphSummary*>> graphs;
    for (const GraphSummary& graph : agreed.graphs) graphs[graph.graph].first = &graph;
    for (const GraphSummary& graph : found.graphs) graphs[graph.graph].second = &graph;
    static const GraphSummary none;
    for (const auto& [name, pair] : graphs) {
      graph_ = name;
      modules(pair.first ? *pair.first : none, pair.second ? *pair.second : none);
      operators(pair.first ? *pair.first : none, pair.second ? *pair.second : none);
    }
    if (result_.equal) {
      result_.entries.clear();
      result_.nodes = {agreed.nodes, 0, 0, 0};
      result_.edges = {agreed.edges, 0, 0, 0};
    } else if (result_.entries.empty()) {
      graph_ = agreed.graphs.empty() ? "" : agreed.graphs[0].graph;
      DiffEntry& entry = add(DiffKind::kRewired, "edges between modules");
      entry.left_path = entry.right_path = graph_;
      entry.left = told(agreed.nodes, agreed.edges, agreed.sha256, level_);
      entry.right = told(found.nodes, found.edges, found.sha256, level_);
    }
    roots_of_their_own();
    return std::move(result_);
  }

 private:
  /// A summary cannot say what follows from what: each entry is a cause.
  void roots_of_their_own() {
    for (std::size_t i = 0; i < result_.entries.size(); ++i) {
      DiffEntry& entry = result_.entries[i];
      entry.cause = i;
      result_.roots.push_back({entry.kind, {i}, 0, entry.op + " " + entry.left + " -> " + entry.right});
    }
  }

  DiffEntry& add(DiffKind kind, const std::string& op) {
    DiffEntry& entry = result_.entries.emplace_back();
    entry.kind = kind;
    entry.graph = graph_;
    entry.op = op;
    return entry;
  }

  void modules(const GraphSummary& agreed, const GraphSummary& found) {
    std::map<std::string, std::pair<const ModuleSummary*, const ModuleSummary*>> modules;
    for (const ModuleSummary& module : agreed.modules) modules[module.module].first = &module;
    for (const ModuleSummary& module : found.modules) modules[module.module].second = &module;
    for (const auto& [path, pair] : modules) module(path, pair.first, pair.second);
  }

  void module(const std::string& path, const ModuleSummary* left, const ModuleSummary* right) {
    static const ModuleSummary none;
    const ModuleSummary &a = left ? *left : none, &b = right ? *right : none;
    const bool same = left && right && at_level(a.sha256, level_) == at_level(b.sha256, level_);
    count(result_.nodes, a.nodes, b.nodes, same);
    count(result_.edges, a.edges, b.edges, same);
    if (same) return;
    const DiffKind kind = !left ? DiffKind::kExtra : !right ? DiffKind::kMissing : first_difference(a, b);
    DiffEntry& entry = add(kind, "module");
    entry.module = path;
    if (left) entry.left_path = graph_, entry.left = told(a.nodes, a.edges, a.sha256, level_);
    if (right) entry.right_path = graph_, entry.right = told(b.nodes, b.edges, b.sha256, level_);
  }

  static DiffKind first_difference(const ModuleSummary& left, const ModuleSummary& right) {
    if (at_level(left.sha256, Level::kStructure) != at_level(right.sha256, Level::kStructure))
      return left.nodes == right.nodes ? DiffKind::kTarget : DiffKind::kRewired;
    const bool shapes = at_level(left.sha256, Level::kShapes) != at_level(right.sha256, Level::kShapes);
    return shapes ? DiffKind::kShape : DiffKind::kStride;
  }

  void operators(const GraphSummary& agreed, const GraphSummary& found) {
    std::map<std::string, std::pair<std::size_t, std::size_t>> counts;
    for (const auto& [op, count] : agreed.operators) counts[op].first = count;
    for (const auto& [op, count] : found.operators) counts[op].second = count;
    for (const auto& [op, pair] : counts) {
      if (pair.first == pair.second) continue;
      DiffEntry& entry = add(DiffKind::kTarget, op);
      entry.left_path = entry.right_path = graph_;
      entry.left = fmt::format("{} times", pair.first);
      entry.right = fmt::format("{} times", pair.second);
    }
  }

  static void count(SetCount& set, std::size_t left, std::size_t right, bool same) {
    (same ? set.matched : set.changed) += std::min(left, right);
    set.missing += left - std::min(left, right);
    set.extra += right - std::min(left, right);
  }

  Level level_;
  std::string graph_;
  DiffResult result_;
};

}  // namespace

std::optional<GoldenSummary> golden_summary(const GraphFile& file, const KnownArguments& known) {
  GoldenSummary summary;
  summary.header = file.header;
  summary.arguments = known;
  for (const Graph& graph : file.graphs) {
    summary.graphs.push_back(sizes_of(graph));
    summary.nodes += summary.graphs.back().nodes;
    summary.edges += summary.graphs.back().edges;
  }
  for (const Level level : kLevels) {
    const auto texts = canonical_texts(file, level, known);
    if (!texts) return std::nullopt;
    const std::size_t at = static_cast<std::size_t>(level);
    summary.sha256[at] = sha256_hex(whole_text(file, *texts));
    for (GraphSummary& graph : summary.graphs)
      for (ModuleSummary& module : graph.modules)
        module.sha256[at] =
            sha256_hex(texts->at(graph.graph).modules.at(module.module)).substr(0, kModuleDigits);
  }
  return summary;
}

DiffResult diff_summaries(const GoldenSummary& agreed, const GoldenSummary& found, Level level) {
  return SummaryDiff(level).run(agreed, found);
}

}  // namespace assay
