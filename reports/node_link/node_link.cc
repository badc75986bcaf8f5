// print_node_link: keys, nodes and edges.
#include "reports/node_link/node_link.h"

#include <map>
#include <set>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/graph/json.h"

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

/// "relu" for aten.relu.default, fn:torch.relu and method:relu. "layer1_0" for module:layer1.0.
std::string short_name(const OpName& op) {
  std::string name = op.name.str();
  if (op.kind == TargetKind::kModule) {
    for (char& letter : name)
      if (letter == '.') letter = '_';
    return name;
  }
  if (op.kind == TargetKind::kOperator && name.find('.') != name.rfind('.')) name.resize(name.rfind('.'));
  return name.substr(name.rfind('.') + 1);
}

std::string input_name(Role role) {
  switch (role) {
    case Role::kParameter:
    case Role::kBuffer:
    case Role::kUser:
      return "primals";
    case Role::kTangent:
      return "tangents";
    default:
      return std::string(to_string(role));
  }
}

/// Unique keys of the nodes of a graph.
std::vector<std::string> keys_of(const Graph& graph, const std::string& prefix) {
  std::map<std::string, std::size_t> counted;
  std::set<std::string> taken{"output"};
  std::vector<std::string> keys;
  for (const Node& node : graph.nodes) {
    if (node.kind == NodeKind::kOutput) {
      keys.push_back(prefix + "output");
      continue;
    }
    const bool is_input = node.kind == NodeKind::kInput;
    const std::string base = is_input ? input_name(node.role) : short_name(node.target);
    std::string key;
    do {
      const std::size_t number = counted[base]++;
      if (is_input)
        key = base + "_" + std::to_string(number + 1);
      else
        key = number == 0 ? base : base + "_" + std::to_string(number);
    } while (!taken.insert(key).second);
    keys.push_back(prefix + key);
  }
  return keys;
}

Json sizes(const std::vector<Dim>& dims) {
  Json made = Json::array();
  for (const Dim& dim : dims) dim.symbolic() ? made.push_back(dim.expr.str()) : made.push_back(dim.number);
  return made;
}

class NodeLink {
 public:
  explicit NodeLink(const GraphFile& file) : file_(file), written_(Json::parse(write_graph_file(file))) {}

  std::string print() {
    for (std::size_t index = 0; index < file_.graphs.size(); ++index) add(index);
    Json document{{"directed", true}, {"multigraph", true}, {"graph", {{"file", std::move(written_)}}}};
    document["nodes"] = std::move(nodes_);
    document["edges"] = std::move(edges_);
    return document.dump(1) + "\n";
  }

 private:
  void add(std::size_t index) {
    const Graph& graph = file_.graphs[index];
    const auto keys = keys_of(graph, file_.graphs.size() > 1 ? graph.name.str() + "/" : "");
    Json records = std::move(written_["graphs"][index]["nodes"]);
    written_["graphs"][index].erase("nodes");
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      const Node& node = graph.nodes[id];
      const std::string name = node.kind == NodeKind::kOp ? to_string(node.target) : node.name.str();
      nodes_.push_back({{"id", keys[id]}, {"name", name}, {"graph", graph.name.str()}});
      nodes_.back()["node_call_info"] = std::move(records[id]);
      std::map<NodeId, std::size_t> slots;
      const auto add_edges = [&](const std::string& argument, const Value& value) {
        for_each_ref(value, [&](const Ref& ref) {
          Json edge{{"source", keys[ref.node]}, {"target", keys[id]}, {"key", slots[ref.node]++}};
          edge["argument"] = argument;
          describe(output_at(graph, ref), edge);
          edges_.push_back(std::move(edge));
        });
      };
      for (const Argument& argument : node.args) add_edges(argument.name.str(), argument.value);
      for (const Result& result : node.results) add_edges(label_of(result), result.value);
    }
  }

  static void describe(const Output* output, Json& edge) {
    const auto* tensor = output == nullptr ? nullptr : std::get_if<TensorMeta>(&output->data);
    edge["shape"] = tensor ? sizes(tensor->shape) : Json();
    edge["dtype"] = tensor ? Json(std::string(to_string(tensor->dtype))) : Json();
    edge["stride"] = tensor && tensor->stride ? sizes(*tensor->stride) : Json();
  }

  const GraphFile& file_;
  Json written_, nodes_ = Json::array(), edges_ = Json::array();
};

}  // namespace

std::string print_node_link(const GraphFile& file) { return NodeLink(file).print(); }

}  // namespace assay
