// Model Explorer's JSON: one pass over the nodes of each graph.
#include "reports/model_explorer/model_explorer.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "harness/graph/text.h"
#include "harness/graph/uses.h"
#include "harness/words/quantity.h"
#include "harness/words/utf8.h"
#include "reports/console/printable.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestLabel = 120, kLongestValue = 2000;
/// Colours out of Okabe and Ito's palette.
constexpr std::string_view kMissing = "#D55E00", kExtra = "#009E73", kChanged = "#0072B2";

std::string text(std::string_view any, std::size_t longest = kLongestValue) {
  return shortened(printable(any), longest);
}

Json attribute(std::string_view key, std::string_view value) {
  return {{"key", text(key)}, {"value", text(value)}};
}

std::string id_of(const Graph& graph, NodeId id) {
  return text(fmt::format("{}/%{}", graph.name.view(), id));
}

/// "layer1.0.conv" as the viewer nests it: "layer1/0/conv". Dots within brackets divide nothing, slashes are
/// escaped.
std::string namespace_of(const std::string& module) {
  std::string path;
  int open = 0;
  for (const char c : text(module)) {
    if (c == '[' || c == '(') ++open;
    if (c == ']' || c == ')') --open;
    if (c == '/') path += '\\';
    path += c == '.' && open <= 0 ? '/' : c;
  }
  return path;
}

std::string sizes(const std::vector<Dim>& dims, std::string_view between) {
  std::vector<std::string> texts;
  for (const Dim& dim : dims) texts.push_back(dim.symbolic() ? dim.expr.str() : std::to_string(dim.number));
  return fmt::format("{}", fmt::join(texts, between));
}

Json described(const Output& output) {
  const auto* tensor = std::get_if<TensorMeta>(&output.data);
  if (tensor == nullptr) return Json::array({attribute("value", print_output(output))});
  Json list = Json::array({attribute("shape", tensor->shape.empty() ? "scalar" : sizes(tensor->shape, "x")),
                           attribute("dtype", to_string(tensor->dtype))});
  if (tensor->stride) list.push_back(attribute("stride", "(" + sizes(*tensor->stride, ", ") + ")"));
  list.push_back(attribute("device", to_string(tensor->device)));
  return list;
}

/// What a comparison says of one node.
struct NodeDifference {
  std::string words;
  std::string_view color;
};
using Differences = std::map<std::pair<std::size_t, NodeId>, NodeDifference>;  ///< by index of graph and id

class Collection {
 public:
  Collection(const GraphFile& file, const Differences& differences)
      : file_(file), differences_(differences) {}

  std::string print() {
    Json graphs = Json::array();
    for (std::size_t index = 0; index < file_.graphs.size(); ++index) graphs.push_back(graph_json(index));
    const Header& header = file_.header;
    const std::string label =
        header.case_id.empty() ? "graphs" : header.case_id + " " + header.method + "@" + header.device;
    const Json document = {{"label", text(label)}, {"graphs", std::move(graphs)}};
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  Json graph_json(std::size_t index) {
    const Graph& graph = file_.graphs[index];
    find_namespaces(graph);
    Json nodes = Json::array();
    for (NodeId id = 0; id < graph.nodes.size(); ++id) nodes.push_back(node_json(index, id));
    const GraphSize size = size_of(GraphFile{{}, {graph}});
    return {{"id", text(graph.name.view())},
            {"nodes", std::move(nodes)},
            {"groupNodeAttributes",
             {{"", {{"nodes", count_text(size.nodes)}, {"edges", count_text(size.edges)}}}}}};
  }

  void find_namespaces(const Graph& graph) {
    const auto is_backward = [](const Node& node) { return node.meta.stage == "backward"; };
    const bool both =
        std::ranges::any_of(graph.nodes, is_backward) &&
        std::ranges::any_of(graph.nodes, [](const Node& node) { return node.meta.stage == "forward"; });
    namespaces_.assign(graph.nodes.size(), "");
    std::vector<char> is_read(graph.nodes.size());
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      const Node& node = graph.nodes[id];
      if (node.kind != NodeKind::kOp) continue;
      namespaces_[id] = namespace_of(node.meta.module);
      if (both && is_backward(node))
        namespaces_[id] = namespaces_[id].empty() ? "backward" : "backward/" + namespaces_[id];
      for (const ArgumentUse& use : uses_of(node)) {
        const Node& read = graph.nodes[use.ref.node];
        const bool given = read.role == Role::kUser || read.role == Role::kTangent;
        if (read.kind == NodeKind::kInput && !given && !std::exchange(is_read[use.ref.node], 1))
          namespaces_[use.ref.node] = namespaces_[id];
      }
    }
  }

  Json node_json(std::size_t index, NodeId id) const {
    const Graph& graph = file_.graphs[index];
    const Node& node = graph.nodes[id];
    Json json = {{"id", id_of(graph, id)}, {"label", label_of_node(node)}, {"namespace", namespaces_[id]}};
    Json attributes = attributes_of(graph, id);
    if (node.kind == NodeKind::kInput) json["config"] = {{"pinToGroupTop", true}};
    const auto difference = differences_.find({index, id});
    if (difference != differences_.end()) {
      attributes.insert(attributes.begin(), attribute("difference", difference->second.words));
      json["style"] = {{"borderColor", difference->second.color},
                       {"hoveredBorderColor", difference->second.color}};
    }
    json["attrs"] = std::move(attributes);
    add_edges(graph, node, json);
    add_outputs(node, json);
    if (Json sub_graphs = sub_graphs_of(node); !sub_graphs.empty())
      json["subgraphIds"] = std::move(sub_graphs);
    return json;
  }

  static std::string label_of_node(const Node& node) {
    if (node.kind == NodeKind::kOutput) return "output";
    if (node.kind == NodeKind::kOp) return text(to_string(node.target), kLongestLabel);
    return text(fmt::format("{} {}", to_string(node.role), node.name.view()), kLongestLabel);
  }

  static Json attributes_of(const Graph& graph, NodeId id) {
    const Node& node = graph.nodes[id];
    Json list = Json::array();
    for (const Argument& argument : node.args) {
      bool refers = false;
      for_each_ref(argument.value, [&](const Ref&) { refers = true; });
      if (!refers) list.push_back(attribute(argument.name.view(), print_value(argument.value)));
    }
    const auto add = [&](std::string_view key, std::string_view value) {
      if (!value.empty()) list.push_back(attribute(key, value));
    };
    for (const Name also : node.also) add("also", also.view());
    for (const Name mutated : node.effects.mutates) add("mutates", mutated.view());
    if (node.effects.rng) add("draws", "from a generator");
    if (node.effects.state) add("changes", "state");
    if (node.module) add("class", node.module->class_name.view());
    add("module", node.meta.module);
    add("source", node.meta.source);
    add("stage", node.meta.stage);
    add("text", print_node(graph, id));
    return list;
  }

  static void add_edges(const Graph& graph, const Node& node, Json& json) {
    Json edges = Json::array(), inputs = Json::array();
    std::size_t slot = 0;
    for (const ArgumentUse& use : uses_of(node)) {
      const std::string input = std::to_string(slot++);
      edges.push_back({{"sourceNodeId", id_of(graph, use.ref.node)},
                       {"sourceNodeOutputId", fmt::format("{}", fmt::join(use.ref.path, "."))},
                       {"targetNodeInputId", input}});
      const std::string name =
          use.number == 0 ? use.argument : fmt::format("{}[{}]", use.argument, use.number);
      inputs.push_back({{"id", input}, {"attrs", Json::array({attribute("__tensor_tag", name)})}});
    }
    json["incomingEdges"] = std::move(edges);
    json["inputsMetadata"] = std::move(inputs);
  }

  static void add_outputs(const Node& node, Json& json) {
    Json outputs = Json::array();
    const auto add = [&](const Output& output, const std::string& id, auto&& self) -> void {
      const auto* items = std::get_if<std::vector<Output>>(&output.data);
      if (items == nullptr) {
        outputs.push_back({{"id", id}, {"attrs", described(output)}});
        return;
      }
      for (std::size_t index = 0; index < items->size(); ++index)
        self((*items)[index], fmt::format("{}.{}", id, index), self);
    };
    for (std::size_t index = 0; index < node.outputs.size(); ++index)
      add(node.outputs[index], std::to_string(index), add);
    json["outputsMetadata"] = std::move(outputs);
  }

  static Json sub_graphs_of(const Node& node) {
    Json names = Json::array();
    const auto add = [&](const Value& value, auto&& self) -> void {
      const auto all = [&](const ValueList& items) {
        for (const Value& item : items) self(item, self);
      };
      if (const auto* sub = std::get_if<SubGraph>(&value.data)) names.push_back(text(sub->graph.view()));
      if (const auto* list = std::get_if<List>(&value.data)) all(list->items);
      if (const auto* tuple = std::get_if<Tuple>(&value.data)) all(tuple->items);
    };
    for (const Argument& argument : node.args) add(argument.value, add);
    return names;
  }

  const GraphFile& file_;
  const Differences& differences_;
  std::vector<std::string> namespaces_;  ///< by node of the graph that is printed
};

void add_words(Differences& differences, std::pair<std::size_t, NodeId> node, const std::string& words,
               std::string_view color) {
  NodeDifference& difference = differences[node];
  difference.words += (difference.words.empty() ? "" : "; ") + words;
  difference.color = color;
}

std::string words_of(const DiffEntry& entry) {
  if (entry.left_path.empty() || entry.right_path.empty()) return std::string(to_string(entry.kind));
  return fmt::format("{}: {} \u2192 {}", to_string(entry.kind), entry.left, entry.right);
}

}  // namespace

std::string print_model_explorer(const GraphFile& file) { return Collection(file, {}).print(); }

ExplorerDifference print_model_explorer(const GraphFile& left, const GraphFile& right,
                                        const PairedDiff& diff) {
  Differences of_left, of_right;
  for (std::size_t entry = 0; entry < diff.pairs.places.size(); ++entry) {
    const DiffPlace& place = diff.pairs.places[entry];
    if (place.graphs == DiffPlace::kNoGraphs) continue;
    const GraphPairs& graphs = diff.pairs.graphs[place.graphs];
    const std::string words = words_of(diff.result.entries[entry]);
    const bool both = place.left != kNoNode && place.right != kNoNode;
    if (place.left != kNoNode)
      add_words(of_left, {graphs.left, place.left}, words, both ? kChanged : kMissing);
    if (place.right != kNoNode)
      add_words(of_right, {graphs.right, place.right}, words, both ? kChanged : kExtra);
  }
  Json entries = Json::array();
  for (const GraphPairs& graphs : diff.pairs.graphs)
    for (const auto& [first, second] : graphs.nodes)
      entries.push_back({{"leftNodeIds", {id_of(left.graphs[graphs.left], first)}},
                         {"rightNodeIds", {id_of(right.graphs[graphs.right], second)}}});
  const Json mapping = {{"type", "sync_navigation"},           {"mappingEntries", std::move(entries)},
                        {"disableMappingFallback", true},      {"showDiffHighlights", true},
                        {"deletedNodesBorderColor", kMissing}, {"newNodesBorderColor", kExtra}};
  return {Collection(left, of_left).print(), Collection(right, of_right).print(), mapping.dump(1) + "\n"};
}

}  // namespace assay
