// graph_collection: one pass over the nodes of each graph.
#include "reports/model_explorer/collection.h"

#include <algorithm>

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

std::string text(std::string_view any, std::size_t longest = kLongestValue) {
  return shortened(printable(any), longest);
}

Json attribute(std::string_view key, std::string_view value) {
  return {{"key", text(key)}, {"value", text(value)}};
}

/// "layer1/0/conv" for module "layer1.0.conv". Dots within brackets do not separate, slashes are escaped.
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

class Collection {
 public:
  Collection(const GraphFile& file, const ExplorerSide& side) : file_(file), side_(side) {}

  std::string print() {
    Json graphs = Json::array();
    for (std::size_t index = 0; index < file_.graphs.size(); ++index) graphs.push_back(graph_json(index));
    const Header& header = file_.header;
    const std::string label =
        header.case_id.empty() ? "graphs" : header.case_id + " " + header.method + "@" + header.device;
    const Json document = {{"label", side_.label + text(label)}, {"graphs", std::move(graphs)}};
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  Json graph_json(std::size_t index) {
    const Graph& graph = file_.graphs[index];
    namespaces_ = namespaces_of(graph);
    Json nodes = Json::array();
    for (NodeId id = 0; id < graph.nodes.size(); ++id) nodes.push_back(node_json(index, id));
    const GraphSize size = size_of(GraphFile{{}, {graph}});
    return {{"id", side_.graph + text(graph.name.view())},
            {"nodes", std::move(nodes)},
            {"groupNodeAttributes",
             {{"", {{"nodes", count_text(size.nodes)}, {"edges", count_text(size.edges)}}}}}};
  }

  Json node_json(std::size_t index, NodeId id) const {
    const Graph& graph = file_.graphs[index];
    const Node& node = graph.nodes[id];
    Json json = {
        {"id", explorer_id(graph, id)}, {"label", label_of_node(node)}, {"namespace", namespaces_[id]}};
    Json attributes = attributes_of(graph, id);
    const auto difference = side_.differences.find({index, id});
    if (difference != side_.differences.end()) {
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
    add("module", node.meta.module.view());
    add("source", node.meta.source.view());
    add("stage", node.meta.stage.view());
    add("text", print_node(graph, id));
    return list;
  }

  static void add_edges(const Graph& graph, const Node& node, Json& json) {
    Json edges = Json::array(), inputs = Json::array();
    std::size_t slot = 0;
    for (const ArgumentUse& use : uses_of(node)) {
      const std::string input = std::to_string(slot++);
      edges.push_back({{"sourceNodeId", explorer_id(graph, use.ref.node)},
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

  Json sub_graphs_of(const Node& node) const {
    Json names = Json::array();
    const auto add = [&](const SubGraph& sub) { names.push_back(side_.graph + text(sub.graph.view())); };
    for (const Argument& argument : node.args) for_each_sub_graph(argument.value, add);
    return names;
  }

  const GraphFile& file_;
  const ExplorerSide& side_;
  std::vector<std::string> namespaces_;  ///< by node of the current graph
};

}  // namespace

std::string graph_collection(const GraphFile& file, const ExplorerSide& side) {
  return Collection(file, side).print();
}

std::string explorer_id(const Graph& graph, NodeId id) {
  return text(fmt::format("{}/%{}", graph.name.view(), id));
}

std::vector<std::string> namespaces_of(const Graph& graph) {
  const auto is_backward = [](const Node& node) { return node.meta.stage.view() == "backward"; };
  const bool both =
      std::ranges::any_of(graph.nodes, is_backward) &&
      std::ranges::any_of(graph.nodes, [](const Node& node) { return node.meta.stage.view() == "forward"; });
  std::vector<std::string> namespaces(graph.nodes.size());
  std::vector<char> is_read(graph.nodes.size());
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (node.kind != NodeKind::kOp) continue;
    namespaces[id] = namespace_of(node.meta.module.str());
    if (both && is_backward(node))
      namespaces[id] = namespaces[id].empty() ? "backward" : "backward/" + namespaces[id];
    for (const ArgumentUse& use : uses_of(node)) {
      const Node& read = graph.nodes[use.ref.node];
      const bool given = read.role == Role::kUser || read.role == Role::kTangent;
      if (read.kind == NodeKind::kInput && !given && !std::exchange(is_read[use.ref.node], 1))
        namespaces[use.ref.node] = namespaces[id];
    }
  }
  return namespaces;
}

}  // namespace assay
