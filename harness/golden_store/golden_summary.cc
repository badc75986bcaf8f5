// GoldenSummary: built from a graph, and compared.
#include "harness/golden_store/golden_summary.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/diff/explain_graphs.h"
#include "harness/graph/digest.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

std::string golden_digest(std::string_view text) { return sha256_hex(text).substr(0, kGoldenDigits); }

/// Digits of an inner module's digest, as the digest of its listed module reads it.
constexpr std::size_t kPartDigits = 16;
/// At most this many of a module's first changed nodes are printed.
constexpr std::size_t kFirstTold = 4;

std::size_t edges_of(const Node& node) {
  std::size_t edges = 0;
  const auto count = [&](const Ref&) { ++edges; };
  for (const Argument& argument : node.args) for_each_ref(argument.value, count);
  for (const Result& result : node.results) for_each_ref(result.value, count);
  return edges;
}

std::string above(const std::string& path) { return path.substr(0, std::min(path.rfind('.'), path.size())); }

/// The deepest cut through `modules` that leaves at most kModulesTold of them.
std::set<std::string> told_modules(const std::vector<std::string>& modules) {
  const auto depth = [](const std::string& path) { return std::ranges::count(path, '.'); };
  std::set<std::string> told(modules.begin(), modules.end());
  while (told.size() > kModulesTold) {
    const auto deepest = depth(*std::ranges::max_element(told, {}, depth));
    if (deepest == 0) return {""};
    std::set<std::string> cut;
    for (const std::string& path : told) cut.insert(depth(path) == deepest ? above(path) : path);
    told = std::move(cut);
  }
  return told;
}

/// The nearest of `told` that contains `path`, else its outermost module.
std::string told_in(std::string path, const std::set<std::string>& told) {
  if (told == std::set<std::string>{""}) return "";
  while (!told.contains(path) && path.find('.') != std::string::npos) path = above(path);
  return path;
}

std::string linked(const std::string& before, const ModuleLine& line) {
  return sha256_hex(before + line.text);
}

/// The number of nodes that the first `link` of `links` cover.
std::size_t link_end(std::size_t nodes, std::size_t link, std::size_t links) { return nodes * link / links; }

std::string links_of(const std::vector<ModuleLine>& lines) {
  const std::size_t count = std::min(lines.size(), kLinks);
  std::string links, state;
  for (std::size_t k = 0, link = 1; k < lines.size(); ++k) {
    state = linked(state, lines[k]);
    if (k + 1 != link_end(lines.size(), link, count)) continue;
    links += state.substr(0, kLinkDigits);
    ++link;
  }
  return links;
}

/// The summary of a graph with the listed modules `told`. A module's digest is over the digests of the
/// modules in it.
GraphSummary summary_of(const Graph& graph, const std::set<std::string>& told,
                        const std::vector<ModuleLine>& lines) {
  GraphSummary summary;
  summary.graph = graph.name.str();
  const std::vector<std::string> modules = modules_of(graph);
  std::map<std::string, ModuleSummary> by_path;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    ModuleSummary& module = by_path[told_in(modules[id], told)];
    ++module.nodes;
    module.edges += edges_of(graph.nodes[id]);
    ++summary.operators[op_of(graph.nodes[id])];
  }
  std::map<std::string, std::string> texts;
  for (const ModuleLine& line : lines) {
    texts[line.module] += line.text + "\n";
    ModuleSummary& module = by_path[told_in(line.module, told)];
    if (module.lines.empty()) summary.in_order.push_back(told_in(line.module, told));
    module.lines.push_back(line);
  }
  for (const auto& [path, text] : texts)
    by_path[told_in(path, told)].sha256 += path + " " + sha256_hex(text).substr(0, kPartDigits) + "\n";
  for (auto& [path, module] : by_path) {
    module.module = path;
    module.sha256 = sha256_hex(module.sha256).substr(0, kModuleDigits);
    summary.modules.push_back(std::move(module));
  }
  return summary;
}

/// By name of graph.
using ToldModules = std::map<std::string, std::set<std::string>>;

ToldModules told_modules(const GraphFile& file) {
  ToldModules told;
  for (const Graph& graph : file.graphs) told[graph.name.str()] = told_modules(modules_of(graph));
  return told;
}

std::optional<GoldenSummary> summary_of(const GraphFile& file, const KnownArguments& known,
                                        const ToldModules& told) {
  GoldenSummary summary;
  summary.header = file.header;
  summary.arguments = known;
  for (const Level level : kLevels) {
    const auto texts = canonical_texts(file, level, known);
    if (!texts) return std::nullopt;
    summary.sha256[static_cast<std::size_t>(level)] = golden_digest(whole_text(file, *texts));
    if (level != kModuleLevel) continue;
    for (const Graph& graph : file.graphs) {
      const std::string name = graph.name.str();
      summary.graphs.push_back(summary_of(graph, told.at(name), texts->at(name).lines));
    }
  }
  return summary;
}

/// Sizes of a module or a graph, and the digest that differs.
std::string told(std::size_t nodes, std::size_t edges, const std::string& sha256) {
  return fmt::format("{} nodes, {} edges, sha256 {}", nodes, edges, sha256.substr(0, 12));
}

/// Nodes of a module: [begin, end).
struct Stretch {
  std::size_t begin, end;
};

/// The first nodes of `found` that differ from `agreed`; empty if links cannot locate them.
std::optional<Stretch> first_changed(const ModuleSummary& agreed, const ModuleSummary& found) {
  const std::size_t links = agreed.links.size() / kLinkDigits, there = found.lines.size();
  std::string state;
  for (std::size_t link = 1, k = 0; link <= links; ++link) {
    const Stretch stretch{k, link_end(agreed.nodes, link, links)};
    for (; k < std::min(stretch.end, there); ++k) state = linked(state, found.lines[k]);
    if (k < stretch.end ||
        agreed.links.substr((link - 1) * kLinkDigits, kLinkDigits) != state.substr(0, kLinkDigits))
      return stretch;
  }
  if (links == 0 || there == agreed.nodes) return std::nullopt;
  return Stretch{agreed.nodes, there};
}

/// "nodes 3 to 4 of 20, now: %5 = aten.relu.default(self=%4) : f32[2]".
std::string told_first(const ModuleSummary& agreed, const ModuleSummary& found, const Graph& captured) {
  const auto changed = first_changed(agreed, found);
  if (!changed) return "";
  const auto [begin, end] = *changed;
  std::string text = end - begin == 1
                         ? fmt::format("node {} of {}, now:", end, agreed.nodes)
                         : fmt::format("nodes {} to {} of {}, now:", begin + 1, end, agreed.nodes);
  const std::size_t there = std::min(end, found.lines.size()), last = std::min(there, begin + kFirstTold);
  if (last <= begin) return text + " none";
  for (std::size_t k = begin; k < last; ++k) {
    const ModuleLine& line = found.lines[k];
    text += (k > begin ? "; " : " ") + print_node(captured, line.node);
    if (line.module != agreed.module) text += " in " + line.module;
  }
  return text + (last < there ? "; ..." : "");
}

class SummaryDiff {
 public:
  SummaryDiff(const GraphFile& captured, Level level) : captured_(captured), level_(level) {}

  DiffResult run(const GoldenSummary& agreed, const GoldenSummary& found) {
    result_.equal = same(agreed, found, level_);
    same_structure_ = same(agreed, found, Level::kStructure);
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
      const GraphSize size = size_of(agreed);
      result_.entries.clear();
      result_.nodes = {size.nodes, 0, 0, 0};
      result_.edges = {size.edges, 0, 0, 0};
    } else if (result_.entries.empty()) {
      whole(agreed, found);
    }
    roots_of_their_own();
    return std::move(result_);
  }

 private:
  static bool same(const GoldenSummary& agreed, const GoldenSummary& found, Level level) {
    return at_level(agreed.sha256, level) == at_level(found.sha256, level);
  }

  /// Adds the entry for summaries whose modules and operators agree.
  void whole(const GoldenSummary& agreed, const GoldenSummary& found) {
    graph_ = agreed.graphs.empty() ? "" : agreed.graphs[0].graph;
    const bool wired = !same(agreed, found, kModuleLevel);
    DiffEntry& entry =
        wired ? add(DiffKind::kRewired, DiffSubject::kEdges) : add(DiffKind::kStride, DiffSubject::kGraph);
    entry.left_path = entry.right_path = graph_;
    const GraphSize left = size_of(agreed), right = size_of(found);
    entry.left = told(left.nodes, left.edges, at_level(agreed.sha256, level_));
    entry.right = told(right.nodes, right.edges, at_level(found.sha256, level_));
    // No module locates the nodes that differ, so none counts as matched. Edges do, by the digest at
    // `structure`.
    if (!wired) result_.nodes = {.changed = left.nodes};
  }

  /// Makes each entry its own cause: a summary does not show consequences.
  void roots_of_their_own() {
    for (std::size_t i = 0; i < result_.entries.size(); ++i) {
      DiffEntry& entry = result_.entries[i];
      entry.cause = i;
      result_.roots.push_back(
          {entry.kind, {i}, 0, subject_text(entry) + " " + entry.left + " -> " + entry.right});
    }
  }

  DiffEntry& add(DiffKind kind, DiffSubject subject) {
    DiffEntry& entry = result_.entries.emplace_back();
    entry.kind = kind;
    entry.graph = graph_;
    entry.subject = subject;
    return entry;
  }

  void modules(const GraphSummary& agreed, const GraphSummary& found) {
    std::map<std::string, std::pair<const ModuleSummary*, const ModuleSummary*>> modules;
    for (const ModuleSummary& module : agreed.modules) modules[module.module].first = &module;
    for (const ModuleSummary& module : found.modules) modules[module.module].second = &module;
    for (const std::string& path : found.in_order)
      if (const auto pair = modules.extract(path)) module(path, pair.mapped().first, pair.mapped().second);
    for (const auto& [path, pair] : modules) module(path, pair.first, pair.second);
  }

  void module(const std::string& path, const ModuleSummary* left, const ModuleSummary* right) {
    static const ModuleSummary none;
    const ModuleSummary &a = left ? *left : none, &b = right ? *right : none;
    const bool same = left && right && a.sha256 == b.sha256;
    count(result_.nodes, a.nodes, b.nodes, same);
    count(result_.edges, a.edges, b.edges, same);
    if (same) return;
    const DiffKind kind = !left ? DiffKind::kExtra : !right ? DiffKind::kMissing : first_difference(a, b);
    DiffEntry& entry = add(kind, DiffSubject::kModule);
    entry.module = path;
    if (left) entry.left_path = graph_, entry.left = told(a.nodes, a.edges, a.sha256);
    if (right) entry.right_path = graph_, entry.right = told(b.nodes, b.edges, b.sha256);
    if (left && right)
      entry.first = told_first(a, b, *std::ranges::find(captured_.graphs, Name(graph_), &Graph::name));
  }

  DiffKind first_difference(const ModuleSummary& left, const ModuleSummary& right) const {
    if (same_structure_) return DiffKind::kShape;
    return left.nodes == right.nodes ? DiffKind::kTarget : DiffKind::kRewired;
  }

  void operators(const GraphSummary& agreed, const GraphSummary& found) {
    std::map<std::string, std::pair<std::size_t, std::size_t>> counts;
    for (const auto& [op, count] : agreed.operators) counts[op].first = count;
    for (const auto& [op, count] : found.operators) counts[op].second = count;
    for (const auto& [op, pair] : counts) {
      if (pair.first == pair.second) continue;
      DiffEntry& entry = add(DiffKind::kTarget, DiffSubject::kOperator);
      entry.op = op;
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

  const GraphFile& captured_;
  Level level_;
  bool same_structure_ = true;
  std::string graph_;
  DiffResult result_;
};

}  // namespace

GraphSize size_of(const GoldenSummary& summary) {
  GraphSize size;
  for (const GraphSummary& graph : summary.graphs) {
    for (const ModuleSummary& module : graph.modules) size.nodes += module.nodes, size.edges += module.edges;
  }
  return size;
}

std::optional<GoldenSummary> golden_summary(const GraphFile& file) {
  auto summary = summary_of(file, arguments_of(file), told_modules(file));
  if (!summary) return std::nullopt;
  for (GraphSummary& graph : summary->graphs)
    for (ModuleSummary& module : graph.modules) module.links = links_of(module.lines);
  return summary;
}

std::optional<GoldenSummary> golden_summary_beside(const GoldenSummary& agreed, const GraphFile& file) {
  ToldModules told = told_modules(file);
  for (const GraphSummary& graph : agreed.graphs) {
    std::set<std::string>& modules = told[graph.graph];
    modules.clear();
    for (const ModuleSummary& module : graph.modules) modules.insert(module.module);
  }
  return summary_of(file, agreed.arguments, told);
}

std::string digest_of_lines(std::string_view pair, const LevelDigests& sha256, std::string_view body) {
  return golden_digest(fmt::format("{}\n{}\n{}", pair, fmt::join(sha256, " "), body));
}

DiffResult diff_summaries(const GoldenSummary& agreed, const GoldenSummary& found, const GraphFile& captured,
                          Level level) {
  return SummaryDiff(captured, level).run(agreed, found);
}

}  // namespace assay
