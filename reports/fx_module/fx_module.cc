// print_fx_module: a function per graph, a line per node.
#include "reports/fx_module/fx_module.h"

#include <algorithm>
#include <map>
#include <nettle/base64.h>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/error/error.h"
#include "harness/graph/text.h"
#include "harness/words/literal.h"
#include "reports/fx_module/open_callables.h"
#include "reports/fx_module/python_literal.h"
#include "reports/fx_module/python_value.h"
#include "reports/fx_module/rebuild_text.h"

namespace assay {
namespace {

std::string_view prefix_of(Role role) {
  switch (role) {
    case Role::kParameter:
      return "p_";
    case Role::kBuffer:
      return "b_";
    case Role::kUser:
      return "input_";
    case Role::kTangent:
      return "tangent_";
    case Role::kSaved:
      return "saved_";
    case Role::kConstant:
      return "constant_";
    case Role::kGenerator:
      return "generator_";
    case Role::kOpaque:
      break;
  }
  return "opaque_";
}

std::string base64_of(const std::string& bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  return text;
}

bool is_state(const Node& node) {
  return node.kind == NodeKind::kInput && (node.role == Role::kParameter || node.role == Role::kBuffer);
}

class GraphWriter {
 public:
  explicit GraphWriter(const Graph& graph)
      : graph_(graph), own_states_(std::ranges::any_of(graph.nodes, [](const Node& node) {
          return node.kind == NodeKind::kOp && node.target.kind == TargetKind::kModule;
        })) {}

  /// The body of the function that builds the graph.
  std::string write() {
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
      const Node& node = graph_.nodes[id];
      if (node.kind == NodeKind::kInput) input(id);
      if (node.kind == NodeKind::kOp) op(id);
      if (node.kind == NodeKind::kOutput) output(id);
    }
    return std::move(out_);
  }

 private:
  void input(NodeId id) {
    const Node& node = graph_.nodes[id];
    std::string told =
        fmt::format("role={}, name={}", python_string(to_string(node.role)), python_string(node.name.view()));
    if (!node.also.empty()) {
      std::vector<std::string> also;
      for (const Name name : node.also) also.push_back(python_string(name.view()));
      told += fmt::format(", also=[{}]", fmt::join(also, ", "));
    }
    const std::string value = python_output(node.outputs[0]);
    if (node.constant && std::holds_alternative<TensorMeta>(node.outputs[0].data)) {
      const std::string data = node.constant->data ? python_string(base64_of(*node.constant->data)) : "None";
      line(id, fmt::format("make.constant({}, {}, {}, {}, {})", identifier(node), value,
                           python_string(node.constant->sha256), data, told));
    } else if (own_states_ && is_state(node)) {
      line(id, fmt::format("make.state({}, value={}, {})", python_string(node.name.view()), value, told));
    } else {
      line(id, fmt::format("make.input({}, value={}, {})", identifier(node), value, told));
    }
  }

  std::string identifier(const Node& node) {
    const std::string wanted = python_identifier(prefix_of(node.role), node.name.view());
    std::string unique = wanted;
    for (std::size_t number = 1; !identifiers_.insert(unique).second; ++number)
      unique = fmt::format("{}_{}", wanted, number);
    return python_string(unique);
  }

  void op(NodeId id) {
    const Node& node = graph_.nodes[id];
    if (const auto why = why_not_callable(node.target)) refuse_node(graph_, id, *why);
    const std::string name = python_string(node.target.name.view());
    const std::string further =
        (node.outputs.size() == 1 ? "" : fmt::format(", outputs={}", node.outputs.size())) +
        origin(node.meta);
    switch (node.target.kind) {
      case TargetKind::kFunction:
        return line(id, fmt::format("make.call({}, {}{})", name, listed(id), further));
      case TargetKind::kMethod:
        return line(id, fmt::format("make.method({}, {}{})", name, listed(id), further));
      case TargetKind::kModule:
        return module(id, name, further);
      case TargetKind::kOperator:
        break;
    }
    if (node.target.name.view().starts_with("higher_order."))
      return line(id, fmt::format("make.over_graphs({}, {}{})", name, listed(id), further));
    std::vector<std::string> given, defaulted;
    for (const Argument& argument : node.args)
      (argument.defaulted ? defaulted : given)
          .push_back(python_string(argument.name.view()) + ": " + value(id, argument));
    const std::string left = defaulted.empty() ? "" : fmt::format(", {{{}}}", fmt::join(defaulted, ", "));
    line(id, fmt::format("make.op({}, {{{}}}{}{})", name, fmt::join(given, ", "), left, further));
  }

  void module(NodeId id, const std::string& path, const std::string& further) {
    const Node& node = graph_.nodes[id];
    constexpr std::string_view kOwn = "self.";
    if (!node.module || !node.module->class_name.view().starts_with("torch.nn."))
      refuse_node(graph_, id, "a module of the program itself, which a graph file does not hold");
    std::vector<std::string> states;
    for (const Argument& argument : node.args) {
      if (!argument.name.view().starts_with(kOwn)) continue;
      const auto* ref = std::get_if<Ref>(&argument.value.data);
      if (ref == nullptr || !is_state(graph_.nodes[ref->node]))
        refuse_node(graph_, id, "a module whose state is no parameter or buffer of the graph");
      states.push_back(python_string(argument.name.view().substr(kOwn.size())) + ": " +
                       python_string(graph_.nodes[ref->node].name.view()));
    }
    line(id, fmt::format("make.module({}, {}, {}, {{{}}}, {}{})", path,
                         python_string(node.module->class_name.view()), python_config(graph_, id),
                         fmt::join(states, ", "), listed(id), further));
  }

  /// Arguments as (name, value, given by the program). A module's states are left out.
  std::string listed(NodeId id) {
    std::vector<std::string> arguments;
    for (const Argument& argument : graph_.nodes[id].args) {
      if (graph_.nodes[id].target.kind == TargetKind::kModule && argument.name.view().starts_with("self."))
        continue;
      arguments.push_back(fmt::format("({}, {}, {})", python_string(argument.name.view()),
                                      value(id, argument), argument.defaulted ? "False" : "True"));
    }
    return fmt::format("[{}]", fmt::join(arguments, ", "));
  }

  std::string value(NodeId id, const Argument& argument) {
    if (argument.defaulted && std::holds_alternative<Opaque>(argument.value.data)) return "None";
    return python_value(graph_, id, argument);
  }

  static std::string origin(const NodeMeta& meta) {
    std::vector<std::string> told;
    for (const auto& [key, text] :
         {std::pair("module", &meta.module), {"source", &meta.source}, {"stage", &meta.stage}})
      if (!text->empty()) told.push_back(fmt::format("\"{}\": {}", key, python_string(text->view())));
    return told.empty() ? "" : fmt::format(", at={{{}}}", fmt::join(told, ", "));
  }

  void output(NodeId id) {
    std::vector<std::string> results;
    for (const Result& result : graph_.nodes[id].results)
      results.push_back(fmt::format("({}, {}, {})", python_string(to_string(result.role)),
                                    python_string(result.name.view()),
                                    python_value(graph_, id, {Name(label_of(result)), result.value})));
    out_ += fmt::format("    make.results({})\n", fmt::join(results, ", "));
  }

  void line(NodeId id, const std::string& call) { out_ += fmt::format("    n{} = {}\n", id, call); }

  const Graph& graph_;
  bool own_states_;  ///< parameters and buffers belong to the GraphModule
  std::set<std::string> identifiers_;
  std::string out_;
};

std::string head_of(const GraphFile& file) {
  const Header& header = file.header;
  std::string told = "graphs as torch.fx.GraphModules, written by `assay export --to fx`.";
  const std::string about =
      header.case_id.empty() ? "" : header.case_id + " " + header.method + "@" + header.device + ": ";
  return python_string(about + told + " build() makes them.") + "\n\n";
}

}  // namespace

std::string print_fx_module(const GraphFile& file) {
  std::string text = head_of(file) + std::string(rebuild_text());
  std::vector<std::string> graphs, top;
  for (std::size_t index = 0; index < file.graphs.size(); ++index) {
    const Graph& graph = file.graphs[index];
    std::string body = GraphWriter(graph).write();
    text +=
        fmt::format("\n\ndef _graph_{}(make: Maker) -> None:\n{}", index, body.empty() ? "    pass\n" : body);
    graphs.push_back(fmt::format("{}: _graph_{}", python_string(graph.name.view()), index));
    if (!graph.of) top.push_back(python_string(graph.name.view()));
  }
  return text + fmt::format("\n\n_GRAPHS = {{{}}}\n_TOP_LEVEL = [{}]\n", fmt::join(graphs, ", "),
                            fmt::join(top, ", "));
}

}  // namespace assay
