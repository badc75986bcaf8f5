// The oracle of the defect suite: refinement, individualisation, verification.
#include "harness/testing/defects/isomorphism.h"

#include <algorithm>
#include <map>
#include <string>

#include "harness/graph/text.h"
#include "harness/testing/defects/conflicts.h"

namespace assay::defects {

namespace {

using Colour = std::uint64_t;

struct Edge {
  std::uint32_t from = 0, to = 0;
  std::uint32_t label = 0;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// Edge labels. References are numbered from kFirstSlot on, in order of arguments, then of sorted results.
enum : std::uint32_t { kBefore, kInGraph, kFirstSub = 1000, kFirstSlot = 1'000'000 };

struct Digraph {
  std::vector<std::string> labels;
  std::vector<Edge> edges;
  std::vector<std::uint32_t> first_node;  ///< per graph: the vertex of its first node
};

/// The node as words without node numbers. Its references and sub-graphs become edges.
class NodeVertex {
 public:
  NodeVertex(Digraph& digraph, const GraphFile& file, std::uint32_t vertex, std::uint32_t first)
      : digraph_(digraph), file_(file), vertex_(vertex), first_(first) {}

  std::string words(Value value) {
    for_each_value(value, [this](Value& part) {
      if (auto* ref = std::get_if<Ref>(&part.data)) {
        digraph_.edges.push_back({vertex_, first_ + ref->node, kFirstSlot + slot_++});
        ref->node = 0;
      }
      auto* sub = std::get_if<SubGraph>(&part.data);
      for (std::uint32_t index = 0; sub != nullptr && index < file_.graphs.size(); ++index) {
        if (file_.graphs[index].name != sub->graph) continue;
        digraph_.edges.push_back({vertex_, index, kFirstSub + slot_++});
        part = PyName{Name("a sub-graph")};
        break;
      }
    });
    return print_value(value);
  }

 private:
  Digraph& digraph_;
  const GraphFile& file_;
  std::uint32_t vertex_, first_, slot_ = 0;
};

std::string number_or_none(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "none";
}

std::string label_of_graph(const Graph& graph) {
  std::string label = "graph " + (graph.of ? std::string("sub") : graph.name.str());
  std::vector<std::string> facts;
  for (Name guard : graph.guards) facts.push_back(guard.str());
  for (const Symbol& symbol : graph.symbols)
    facts.push_back(symbol.name.str() + " from " + number_or_none(symbol.lower) + " to " +
                    number_or_none(symbol.upper));
  std::ranges::sort(facts);
  for (const std::string& fact : facts) label += "\n" + fact;
  return label;
}

std::string sorted_words(std::vector<Name> names) {
  std::ranges::sort(names);
  std::string words;
  for (Name name : names) words += name.str() + "\n";
  return words;
}

std::string label_of_input(const Node& node) {
  std::string label = "input " + std::string(to_string(node.role)) + "\n";
  if (node.role != Role::kConstant) label += node.name.str() + "\n";
  label += sorted_words(node.also);
  if (!node.constant) return label;
  return label + node.constant->sha256 +
         (node.constant->memory_of ? words_of(*node.constant->memory_of) : "");
}

std::string label_of_op(const Node& node, NodeVertex& vertex) {
  std::string label = "op " + to_string(node.target) + "\n";
  if (node.module) label += node.module->class_name.str() + print_value(Value(node.module->config)) + "\n";
  for (const Argument& argument : node.args)
    label += argument.name.str() + "=" + vertex.words(argument.value) + "\n";
  if (node.effects.rng) label += "rng ";
  if (node.effects.state) label += "state ";
  for (Name mutated : node.effects.mutates) label += "writes " + mutated.str() + "\n";
  for (const Alias& alias : node.alias) {
    for (std::uint32_t index : alias.output) label += std::to_string(index) + ".";
    label += "is " + alias.argument.str() + "\n";
  }
  return label;
}

std::string label_of_output(const Node& node, NodeVertex& vertex) {
  std::map<std::string, const Value*> results;
  for (const Result& result : node.results) results[assay::label_of(result)] = &result.value;
  std::string label = "output\n";
  for (const auto& [name, value] : results) label += name + "=" + vertex.words(*value) + "\n";
  return label;
}

Digraph digraph_of(const GraphFile& file) {
  Digraph digraph;
  for (const Graph& graph : file.graphs) digraph.labels.push_back(label_of_graph(graph));
  for (std::uint32_t index = 0; index < file.graphs.size(); ++index) {
    const Graph& graph = file.graphs[index];
    auto first = static_cast<std::uint32_t>(digraph.labels.size());
    digraph.first_node.push_back(first);
    for (const Node& node : graph.nodes) {
      auto id = static_cast<std::uint32_t>(digraph.labels.size());
      NodeVertex vertex(digraph, file, id, first);
      std::string label = node.kind == NodeKind::kInput ? label_of_input(node)
                          : node.kind == NodeKind::kOp  ? label_of_op(node, vertex)
                                                        : label_of_output(node, vertex);
      for (const Output& output : node.outputs) label += ": " + print_output(output) + "\n";
      digraph.labels.push_back(label);
      digraph.edges.push_back({id, index, kInGraph});
    }
    Conflicts conflicts(graph);
    for (NodeId a = 0; a < graph.nodes.size(); ++a)
      for (NodeId b = a + 1; graph.nodes[a].kind == NodeKind::kOp && b < graph.nodes.size(); ++b)
        if (conflicts.between(a, b)) digraph.edges.push_back({first + a, first + b, kBefore});
  }
  return digraph;
}

Colour mixed(Colour a, Colour b) {
  Colour x = a * 0x9E3779B97F4A7C15ULL + b;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

using Colouring = std::vector<Colour>;

Colouring by_label(const Digraph& digraph) {
  Colouring colours;
  for (const std::string& label : digraph.labels) colours.push_back(std::hash<std::string>{}(label));
  return colours;
}

void refine_once(const Digraph& digraph, Colouring& colours) {
  Colouring sums(colours.size(), 0);
  for (const Edge& edge : digraph.edges) {
    sums[edge.from] += mixed(edge.label, colours[edge.to]);
    sums[edge.to] += mixed(~Colour{edge.label}, colours[edge.from]);
  }
  for (std::size_t k = 0; k < colours.size(); ++k) colours[k] = mixed(colours[k], sums[k]);
}

Colouring sorted(Colouring colours) {
  std::ranges::sort(colours);
  return colours;
}

/// Refines two digraphs in step until they are proved different or refinement stops.
class Search {
 public:
  Search(const Digraph& left, const Digraph& right) : left_(left), right_(right) {}

  Sameness run() {
    if (left_.labels.size() != right_.labels.size() || left_.edges.size() != right_.edges.size())
      return Sameness::kDifferent;
    return settle(by_label(left_), by_label(right_));
  }

 private:
  static std::size_t count(const Colouring& in_order) {
    std::size_t classes = 0;
    for (std::size_t k = 0; k < in_order.size(); ++k) classes += k == 0 || in_order[k] != in_order[k - 1];
    return classes;
  }

  Sameness settle(Colouring left, Colouring right) {
    std::size_t before = 0;
    Colouring left_sorted = sorted(left), right_sorted = sorted(right);
    while (left_sorted == right_sorted) {
      std::size_t now = count(left_sorted);
      if (now == left.size()) return verified(left, right) ? Sameness::kSame : Sameness::kDifferent;
      if (now == before) return branch(left, right, left_sorted);
      before = now;
      refine_once(left_, left), refine_once(right_, right);
      left_sorted = sorted(left), right_sorted = sorted(right);
    }
    return Sameness::kDifferent;
  }

  /// Individualises one vertex of a shared class on the left, and tries each vertex of that class on the
  /// right.
  Sameness branch(const Colouring& left, const Colouring& right, const Colouring& in_order) {
    Colour shared = *std::ranges::adjacent_find(in_order);
    auto one = static_cast<std::size_t>(std::ranges::find(left, shared) - left.begin());
    for (std::size_t other = 0; other < right.size(); ++other) {
      if (right[other] != shared) continue;
      if (++attempts_ > kMostAttempts) return Sameness::kUndecided;
      Colouring left_apart = left, right_apart = right;
      left_apart[one] = right_apart[other] = mixed(shared, 1);
      Sameness found = settle(std::move(left_apart), std::move(right_apart));
      if (found != Sameness::kDifferent) return found;
    }
    return Sameness::kDifferent;
  }

  bool verified(const Colouring& left, const Colouring& right) const {
    std::map<Colour, std::uint32_t> place;
    for (std::uint32_t k = 0; k < right.size(); ++k) place[right[k]] = k;
    std::vector<Edge> image, edges = right_.edges;
    for (std::uint32_t k = 0; k < left.size(); ++k)
      if (left_.labels[k] != right_.labels[place[left[k]]]) return false;
    for (const Edge& edge : left_.edges)
      image.push_back({place[left[edge.from]], place[left[edge.to]], edge.label});
    std::ranges::sort(image);
    std::ranges::sort(edges);
    return image == edges;
  }

  static constexpr std::size_t kMostAttempts = 2000;
  const Digraph &left_, &right_;
  std::size_t attempts_ = 0;
};

}  // namespace

Sameness compare_independently(const GraphFile& left, const GraphFile& right) {
  Digraph left_digraph = digraph_of(left), right_digraph = digraph_of(right);
  return Search(left_digraph, right_digraph).run();
}

bool are_twins(const GraphFile& file, Spot a, Spot b) {
  Digraph digraph = digraph_of(file);
  Colouring colours = by_label(digraph);
  std::size_t x = digraph.first_node[a.graph] + a.node, y = digraph.first_node[b.graph] + b.node;
  for (std::size_t round = 0; round < colours.size() && colours[x] == colours[y]; ++round)
    refine_once(digraph, colours);
  return colours[x] == colours[y];
}

}  // namespace assay::defects
