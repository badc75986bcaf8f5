// draw_graph: a node per part, then an edge per use between parts.
#include "reports/drawing/draw_graph.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/graph/uses.h"
#include "harness/words/quantity.h"
#include "reports/drawing/node_words.h"

namespace assay {
namespace {

constexpr std::size_t kOperatorsTold = 4;

/// Calls `visit(path, output)` for each output that is not a list.
template <typename Visit>
void each_leaf(const Output& output, OutputPath& path, Visit& visit) {
  const auto* items = std::get_if<std::vector<Output>>(&output.data);
  if (items == nullptr) return visit(path, output);
  for (std::uint32_t index = 0; index < items->size(); ++index) {
    path.push_back(index);
    each_leaf((*items)[index], path, visit);
    path.pop_back();
  }
}

/// The most frequent operators among `members`, "8 aten.relu.default", and the number of others, a line each.
std::vector<std::string> operators_of(const Graph& graph, const std::vector<NodeId>& members) {
  std::map<std::string, std::size_t> counts;
  for (const NodeId id : members)
    if (graph.nodes[id].kind == NodeKind::kOp) ++counts[to_string(graph.nodes[id].target)];
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater<>(), &std::pair<std::string, std::size_t>::second);
  std::vector<std::string> words;
  for (const auto& [name, count] : sorted) {
    if (words.size() == kOperatorsTold) break;
    words.push_back(fmt::format("{} {}", count, name));
  }
  if (sorted.size() > kOperatorsTold)
    words.push_back(counted(sorted.size() - kOperatorsTold, "other operator"));
  return words;
}

using LeafKey = std::tuple<std::size_t, NodeId, OutputPath>;  ///< graph, node, output

class GraphDrawing {
 public:
  GraphDrawing(const GraphFile& file, const DrawOptions& options)
      : file_(file), options_(options), folding_(fold(file, options.fold, options.most_nodes)) {}

  Drawing draw() {
    for (std::size_t graph = 0; graph < file_.graphs.size(); ++graph) add_cluster(graph);
    for (const DrawnPart& part : folding_.parts) add_part(part);
    for (std::size_t graph = 0; graph < file_.graphs.size(); ++graph)
      for (NodeId id = 0; id < file_.graphs[graph].nodes.size(); ++id) add_uses(graph, id);
    for (const auto& [ends, refs] : several_) add_several(ends.first, ends.second, refs);
    add_caption();
    return std::move(drawing_);
  }

 private:
  bool tensors() const { return options_.detail == DrawOptions::Detail::kTensors; }
  const DrawnPart& part_of(std::size_t graph, NodeId id) const {
    return folding_.parts[folding_.part_of[graph][id]];
  }

  void add_cluster(std::size_t graph) {
    const Graph& drawn = file_.graphs[graph];
    DrawnCluster cluster{"graph " + drawn.name.str()};
    if (drawn.of) {
      const std::string& name = drawn.name.str();
      const auto parent = by_name_.find(Name(name.substr(0, name.rfind('/'))));
      if (parent != by_name_.end()) cluster.parent = parent->second;
    }
    by_name_[drawn.name] = graph;
    drawing_.clusters.push_back(std::move(cluster));
  }

  void add_part(const DrawnPart& part) {
    DrawnNode node;
    part.alone ? describe_lone(part, node) : describe_folded(part, node);
    node.cluster = part.graph;
    first_of_.try_emplace(part.graph, drawing_.nodes.size());
    places_.push_back(drawing_.nodes.size());
    drawing_.nodes.push_back(std::move(node));
    if (tensors() && part.alone) add_tensors(part.graph, *part.alone);
  }

  /// A single node with the inputs folded into it.
  void describe_lone(const DrawnPart& part, DrawnNode& node) const {
    const Graph& graph = file_.graphs[part.graph];
    const NodeId id = *part.alone;
    node.id = drawn_id(graph, id);
    node.kind = kind_of(graph.nodes[id]);
    node.lines = lines_of(graph, id);
    node.details = details_of(graph, id);
    if (tensors() && graph.nodes[id].kind == NodeKind::kInput)
      node.lines.push_back(value_words(&graph.nodes[id].outputs[0]));
    for (const NodeId input : part.members)
      if (input != id)
        node.lines.push_back(lines_of(graph, input).front() + " " +
                             value_words(&graph.nodes[input].outputs[0]));
  }

  void describe_folded(const DrawnPart& part, DrawnNode& node) {
    const Graph& graph = file_.graphs[part.graph];
    std::size_t inner = 0;
    for (const NodeId id : part.members)
      for (const ArgumentUse& use : uses_of(graph.nodes[id]))
        inner += &part_of(part.graph, use.ref.node) == &part;
    node.kind = DrawnKind::kFolded;
    node.id = fmt::format("{}/%{}..%{}", graph.name.view(), part.members.front(), part.members.back());
    std::string title = fmt::format("%{} .. %{}", part.members.front(), part.members.back());
    if (!part.module.empty()) title = part.module;
    if (part.backward) title += " (backward)";
    node.lines = {title, counted(part.members.size(), "node") + ", " + counted(inner, "edge")};
    node.details = fmt::format("{}: {}, {}", node.id, title, node.lines[1]);
    std::ranges::move(operators_of(graph, part.members), std::back_inserter(node.lines));
  }

  void add_tensors(std::size_t graph, NodeId id) {
    const Node& node = file_.graphs[graph].nodes[id];
    if (node.kind != NodeKind::kOp) return;
    OutputPath path{0};
    const std::size_t from = drawing_.nodes.size() - 1;
    const auto add = [&](const OutputPath& at, const Output& output) {
      if (std::holds_alternative<Null>(output.data)) return;
      const std::size_t tensor = add_tensor({graph, id, at}, output);
      const std::string index =
          node.outputs.size() > 1 || at.size() > 1 ? fmt::format("{}", fmt::join(at, ".")) : "";
      drawing_.edges.push_back({.from = from, .to = tensor, .argument = index});
    };
    for (std::uint32_t index = 0; index < node.outputs.size(); ++index) {
      path = {index};
      each_leaf(node.outputs[index], path, add);
    }
  }

  std::size_t add_tensor(const LeafKey& key, const Output& output) {
    const auto& [graph, id, path] = key;
    const std::size_t index = drawing_.nodes.size();
    drawing_.nodes.push_back(
        {.id = fmt::format("{}.{}", drawn_id(file_.graphs[graph], id), fmt::join(path, ".")),
         .kind = DrawnKind::kTensor,
         .lines = {value_words(&output)}});
    drawing_.nodes.back().cluster = graph;
    tensors_[key] = index;
    return index;
  }

  std::size_t node_of(std::size_t graph, NodeId id) const { return places_[folding_.part_of[graph][id]]; }

  void add_uses(std::size_t graph, NodeId id) {
    const Graph& drawn = file_.graphs[graph];
    const std::size_t to = node_of(graph, id);
    for (const ArgumentUse& use : uses_of(drawn.nodes[id])) {
      const std::size_t from = node_of(graph, use.ref.node);
      if (from == to) continue;
      const auto tensor = tensors_.find({graph, use.ref.node, use.ref.path});
      if (tensor != tensors_.end()) {
        const bool told = !part_of(graph, id).alone && !read_.emplace(tensor->second, to).second;
        if (!told)
          drawing_.edges.push_back(
              {.from = tensor->second, .to = to, .argument = argument_of(graph, id, use)});
      } else if (!part_of(graph, id).alone || !part_of(graph, use.ref.node).alone) {
        several_[{from, to}].emplace(LeafKey{graph, use.ref.node, use.ref.path}, value_words(drawn, use.ref));
      } else {
        const bool is_tensor = tensors() && drawn.nodes[use.ref.node].kind == NodeKind::kInput;
        drawing_.edges.push_back({.from = from,
                                  .to = to,
                                  .value = is_tensor ? "" : value_words(drawn, use.ref),
                                  .argument = argument_of(graph, id, use)});
      }
    }
    add_calls(drawn.nodes[id], to);
  }

  std::string argument_of(std::size_t graph, NodeId id, const ArgumentUse& use) const {
    if (!part_of(graph, id).alone) return "";
    return use.number == 0 ? use.argument : fmt::format("{}[{}]", use.argument, use.number);
  }

  /// Edges to the sub-graphs that the arguments of `node` name.
  void add_calls(const Node& node, std::size_t from) {
    const auto add = [&](const SubGraph& sub) {
      const auto graph = by_name_.find(sub.graph);
      if (graph == by_name_.end()) return;
      const auto first = first_of_.find(graph->second);
      if (first != first_of_.end() && called_.emplace(from, graph->second).second)
        drawing_.edges.push_back({.from = from, .to = first->second, .calls = true});
    };
    for (const Argument& argument : node.args) for_each_sub_graph(argument.value, add);
  }

  void add_several(std::size_t from, std::size_t to, const std::map<LeafKey, std::string>& refs) {
    drawing_.edges.push_back(
        {.from = from,
         .to = to,
         .value = refs.size() == 1 ? refs.begin()->second : counted(refs.size(), "value")});
  }

  void add_caption() {
    const Header& header = file_.header;
    std::vector<std::string> words;
    if (!header.case_id.empty()) words.push_back(header.case_id);
    if (!header.method.empty()) words.push_back(fmt::format("{} {}", header.method, header.device));
    const GraphSize size = size_of(file_);
    words.push_back(counted(size.nodes, "node") + ", " + counted(size.edges, "edge"));
    if (folding_.parts.size() < size.nodes)
      words.push_back(counted(folding_.parts.size(), "node") + " drawn, the others folded into them");
    drawing_.captions.push_back(fmt::format("{}", fmt::join(words, ": ")));
  }

  const GraphFile& file_;
  const DrawOptions& options_;
  Folding folding_;
  Drawing drawing_;
  std::map<Name, std::size_t> by_name_;          ///< index of a graph and of its cluster
  std::map<std::size_t, std::size_t> first_of_;  ///< by graph: its first drawn node
  std::map<LeafKey, std::size_t> tensors_;       ///< drawn tensors
  std::vector<std::size_t> places_;              ///< by part: its drawn node
  std::map<std::pair<std::size_t, std::size_t>, std::map<LeafKey, std::string>> several_;
  std::set<std::pair<std::size_t, std::size_t>> called_, read_;  ///< edges to sub-graphs, from tensors
};

}  // namespace

Drawing draw_graph(const GraphFile& file, const DrawOptions& options) {
  return GraphDrawing(file, options).draw();
}

Drawing draw_graph(const Graph& graph, const DrawOptions& options) {
  GraphFile file;
  file.graphs.push_back(graph);
  file.graphs.front().of.reset();
  Drawing drawing = draw_graph(file, options);
  drawing.clusters.clear();
  for (DrawnNode& node : drawing.nodes) node.cluster.reset();
  return drawing;
}

}  // namespace assay
