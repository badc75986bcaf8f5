// Tally: counts operators, and references in arguments by slot.
#include "harness/graph/tally.h"

#include <array>

#include "harness/graph/text.h"

namespace assay {
namespace {

constexpr std::size_t kRoleCount = static_cast<std::size_t>(Role::kOpaque) + 1;

std::array<Name, kRoleCount> role_names() {
  std::array<Name, kRoleCount> names;
  for (std::size_t i = 0; i < kRoleCount; ++i)
    names.at(i) = Name("input " + std::string(to_string(static_cast<Role>(i))));
  return names;
}

/// Visits a value with its argument path.
struct SlotWalk {
  const std::vector<Name>& producers;
  Name consumer;
  const std::string& path;
  std::map<TallyEdge, std::uint64_t>& edges;

  void operator()(const Ref& ref) const { ++edges[{producers[ref.node], Name(path), consumer}]; }
  void operator()(const List& list) const { each(list.items); }
  void operator()(const Tuple& tuple) const { each(tuple.items); }
  void operator()(const Slice& slice) const { each(slice.parts); }
  void operator()(const Dict& dict) const {
    for (const auto& [key, item] : dict.items) below(item, print_value(key));
  }
  template <typename Constant>
  void operator()(const Constant&) const {}

  void each(const ValueList& items) const {
    for (std::size_t i = 0; i < items.size(); ++i) below(items[i], std::to_string(i));
  }
  void below(const Value& value, const std::string& index) const {
    const std::string place = path + "[" + index + "]";
    std::visit(SlotWalk{producers, consumer, place, edges}, value.data);
  }
};

void count(const Graph& graph, const std::set<NodeId>& outside, Tally& tally) {
  std::vector<Name> producers;
  producers.reserve(graph.nodes.size());
  for (const Node& node : graph.nodes) {
    if (outside.contains(static_cast<NodeId>(producers.size()))) {
      producers.push_back(producer_name(Role::kSaved));
      continue;
    }
    if (node.kind != NodeKind::kOp) {
      producers.push_back(producer_name(node.role));
      continue;
    }
    const Name target(to_string(node.target));
    producers.push_back(target);
    ++tally.operators[target];
    for (const Argument& argument : node.args)
      std::visit(SlotWalk{producers, target, argument.name.str(), tally.edges}, argument.value.data);
  }
}

}  // namespace

Name producer_name(Role role) {
  static const std::array<Name, kRoleCount> names = role_names();
  return names.at(static_cast<std::size_t>(role));
}

Tally tally(const Graph& graph, const std::set<NodeId>& outside) {
  Tally counted;
  count(graph, outside, counted);
  return counted;
}

Tally tally(const GraphFile& file) {
  Tally counted;
  for (const Graph& graph : file.graphs) count(graph, {}, counted);
  return counted;
}

}  // namespace assay
