// Canonical text: node numbers from the walk, then a line per node.
#include "harness/golden_store/canonical_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/diff/compare_node.h"
#include "harness/golden_store/canonical_dead_code.h"
#include "harness/golden_store/canonical_line.h"
#include "harness/graph/digest.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

/// The walk that numbers nodes, in an order that depends only on the graph.
class Walk {
 public:
  Walk(const Graph& graph, EffectOrder& order, Level level) : graph_(graph), order_(order), level_(level) {}

  /// All nodes that need a partner in any identity, references before their users.
  std::vector<NodeId> run() {
    seen_.assign(graph_.nodes.size(), 0);
    for (const NodeId root : roots()) visit(root);
    return std::move(numbered_);
  }

 private:
  void add_last_writer(const Ref& ref, std::vector<NodeId>& to) {
    if (level_ >= Level::kExact) to.push_back(order_.last_writer(ref));
  }

  std::vector<NodeId> roots() {
    std::vector<NodeId> inputs, roots;
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
      const Node& node = graph_.nodes[id];
      if (node.kind == NodeKind::kInput && node.role != Role::kConstant) inputs.push_back(id);
    }
    std::ranges::sort(inputs, [&](NodeId left, NodeId right) {
      const Node &a = graph_.nodes[left], &b = graph_.nodes[right];
      return a.role != b.role ? a.role < b.role : a.name < b.name;
    });
    if (!graph_.nodes.empty() && graph_.nodes.back().kind == NodeKind::kOutput)
      roots.push_back(static_cast<NodeId>(graph_.nodes.size() - 1));
    roots.insert(roots.end(), inputs.begin(), inputs.end());
    for (const NodeId id : inputs) add_last_writer(Ref{id, {0}}, roots);
    roots.push_back(order_.last_draw());
    roots.push_back(order_.last_state());
    return roots;
  }

  std::vector<NodeId> below(NodeId id) {
    std::vector<NodeId> found;
    const Node& node = graph_.nodes[id];
    for (const Argument& argument : node.args)
      for_each_ref(argument.value, [&](const Ref& ref) { found.push_back(ref.node); });
    for (const Result* result : sorted_results(node))
      for_each_ref(result->value, [&](const Ref& ref) {
        found.push_back(ref.node);
        add_last_writer(ref, found);
      });
    const auto before = order_.before(id);
    found.insert(found.end(), before.begin(), before.end());
    return found;
  }

  void visit(NodeId root) {
    struct Frame {
      NodeId id;
      std::vector<NodeId> below;
      std::size_t next = 0;
    };
    std::vector<Frame> stack;
    const auto enter = [&](NodeId id) {
      if (id == kNoNode || seen_[id]) return;
      seen_[id] = 1;
      stack.push_back({id, below(id)});
    };
    enter(root);
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next < top.below.size()) {
        enter(top.below[top.next++]);
      } else {
        numbered_.push_back(top.id);
        stack.pop_back();
      }
    }
  }

  const Graph& graph_;
  EffectOrder& order_;
  Level level_;
  std::vector<char> seen_;
  std::vector<NodeId> numbered_;
};

std::string assumptions(const Graph& graph) {
  std::vector<std::string> lines;
  for (const Name guard : graph.guards) lines.push_back("guard " + print_value(Value(guard.str())) + "\n");
  for (const Symbol& symbol : graph.symbols) {
    const auto bound = [](const std::optional<std::int64_t>& at) { return at ? std::to_string(*at) : "-"; };
    lines.push_back(
        fmt::format("symbol {} {} {}\n", symbol.name.view(), bound(symbol.lower), bound(symbol.upper)));
  }
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return fmt::format("{}", fmt::join(lines, ""));
}

class GraphText {
 public:
  GraphText(const Graph& graph, Level level, CanonicalLine line)
      : graph_(graph), level_(level), line_(std::move(line)), effects_(graph) {}

  std::optional<CanonicalText> run() {
    std::vector<NodeId> order = Walk(graph_, effects_, level_).run();
    number_.assign(graph_.nodes.size(), kNoNode);
    for (NodeId k = 0; k < order.size(); ++k) number_[order[k]] = k;
    if (order.size() < graph_.nodes.size()) {
      const auto dead = dead_order();
      if (!dead) return std::nullopt;
      for (const NodeId id : *dead) number_[id] = static_cast<NodeId>(order.size()), order.push_back(id);
    }
    CanonicalText text{level_ >= Level::kExact ? assumptions(graph_) : "", {}};
    for (const NodeId id : order)
      text.whole +=
          line_.of(graph_.nodes[id], effects_.before(id), [&](NodeId to) { return global(to); }) + "\n";
    text.lines = module_lines(order);
    return text;
  }

 private:
  std::string global(NodeId id) const { return fmt::format("%{}", number_[id]); }

  std::optional<std::vector<NodeId>> dead_order() const {
    std::vector<DeadNode> dead;
    std::vector<std::uint32_t> place(graph_.nodes.size(), 0);
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
      if (number_[id] != kNoNode) continue;
      place[id] = static_cast<std::uint32_t>(dead.size());
      DeadNode& node = dead.emplace_back();
      node.id = id;
      const auto add = [&](NodeId to) {
        if (to != kNoNode && number_[to] == kNoNode) node.slots.push_back(place[to]);
      };
      for (const Argument& argument : graph_.nodes[id].args)
        for_each_ref(argument.value, [&](const Ref& ref) { add(ref.node); });
      for (const NodeId before : effects_.before(id)) add(before);
    }
    return order_dead_code(dead, [&](NodeId id, const CanonicalLine::NameOf& name_of_dead) {
      return line_.of(graph_.nodes[id], effects_.before(id),
                      [&](NodeId to) { return number_[to] == kNoNode ? name_of_dead(to) : global(to); });
    });
  }

  std::vector<ModuleLine> module_lines(const std::vector<NodeId>& order) const {
    std::vector<ModuleLine> lines;
    const std::vector<std::string> modules = modules_of(graph_);
    std::vector<std::size_t> local(graph_.nodes.size(), 0);
    std::map<std::string, std::size_t> sizes;
    for (const NodeId id : order) local[id] = sizes[modules[id]]++;
    for (const NodeId id : order) {
      const auto name_of = [&](NodeId to) {
        if (modules[to] == modules[id]) return fmt::format("%{}", local[to]);
        return fmt::format("<{}>", modules[to]);
      };
      lines.push_back({modules[id], line_.of(graph_.nodes[id], effects_.before(id), name_of), id});
    }
    return lines;
  }

  const Graph& graph_;
  Level level_;
  CanonicalLine line_;
  EffectOrder effects_;
  std::vector<NodeId> number_;
};

/// Sub-graphs before their users: names are "PARENT/NAME", so longer names come first.
std::vector<const Graph*> inner_first(const GraphFile& file) {
  std::vector<const Graph*> graphs;
  for (const Graph& graph : file.graphs) graphs.push_back(&graph);
  std::ranges::stable_sort(graphs, [](const Graph* left, const Graph* right) {
    if (left->of.has_value() != right->of.has_value()) return left->of.has_value();
    return left->name.view().size() > right->name.view().size();
  });
  return graphs;
}

}  // namespace

KnownArguments arguments_of(const GraphFile& file) {
  KnownArguments known;
  for (const Graph& graph : file.graphs) {
    for (const Node& node : graph.nodes) {
      if (node.kind != NodeKind::kOp) continue;
      TargetArguments& target = known[to_string(node.target)];
      for (const Argument& argument : node.args) {
        if (std::ranges::find(target.names, argument.name.view()) == target.names.end())
          target.names.push_back(argument.name.str());
        if (argument.defaulted && !holds_ref(argument.value))
          target.defaults.emplace(argument.name.str(), print_value(argument.value));
      }
    }
  }
  return known;
}

std::optional<std::map<std::string, CanonicalText>> canonical_texts(const GraphFile& file, Level level,
                                                                    const KnownArguments& known) {
  std::map<std::string, CanonicalText> texts;
  for (const Graph* graph : inner_first(file)) {
    const auto sub_graph = [&](Name name) {
      const auto text = texts.find(name.str());
      return text == texts.end() ? "graph " + print_value(Value(name.str()))
                                 : "graph sha256 " + sha256_hex(text->second.whole);
    };
    auto text = GraphText(*graph, level, CanonicalLine(level, sub_graph, known)).run();
    if (!text) return std::nullopt;
    texts[graph->name.str()] = std::move(*text);
  }
  return texts;
}

std::string whole_text(const GraphFile& file, const std::map<std::string, CanonicalText>& texts) {
  std::map<std::string, const CanonicalText*> roots;
  std::vector<std::string> nested;
  for (const Graph& graph : file.graphs) {
    const CanonicalText& text = texts.at(graph.name.str());
    if (graph.of) {
      nested.push_back("sub-graph\n" + text.whole);
    } else {
      roots[graph.name.str()] = &text;
    }
  }
  std::ranges::sort(nested);
  std::string whole;
  for (const auto& [name, text] : roots) whole += "graph " + print_value(Value(name)) + "\n" + text->whole;
  for (const std::string& text : nested) whole += text;
  return whole;
}

std::optional<std::string> canonical_text(const GraphFile& file, Level level, const KnownArguments& known) {
  const auto texts = canonical_texts(file, level, known);
  if (!texts) return std::nullopt;
  return whole_text(file, *texts);
}

namespace {

bool is_state(const Node& node) {
  return node.kind == NodeKind::kInput && (node.role == Role::kParameter || node.role == Role::kBuffer);
}

}  // namespace

std::vector<std::string> modules_of(const Graph& graph) {
  std::vector<std::string> modules(graph.nodes.size());
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    modules[id] = node.meta.module.str();
    if (!modules[id].empty()) continue;
    if (is_state(node)) {
      const std::size_t dot = node.name.view().rfind('.');
      if (dot != std::string_view::npos) modules[id] = node.name.str().substr(0, dot);
    }
    std::string first;
    for (const Argument& argument : node.args) {
      for_each_ref(argument.value, [&](const Ref& ref) {
        if (is_state(graph.nodes[ref.node]) && modules[id].empty()) modules[id] = modules[ref.node];
        if (first.empty()) first = modules[ref.node];
      });
    }
    if (modules[id].empty()) modules[id] = first;
  }
  return modules;
}

}  // namespace assay
