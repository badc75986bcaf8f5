// Handover: results by name.
#include "capture/replay/handover.h"

#include <algorithm>
#include <set>

#include <ATen/ATen.h>

#include "capture/replay/executable.h"
#include "capture/replay/side.h"
#include "harness/graph/value_name.h"

namespace assay::replay {

namespace {

bool is_state(const Node& node) {
  return node.role == Role::kParameter || node.role == Role::kBuffer || node.role == Role::kUser;
}

template <typename Visit>
void for_each_input(const Graph& graph, const Visit& visit) {
  std::size_t position = 0;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    if (graph.nodes[id].kind == NodeKind::kInput) visit(id, position++);
  }
}

}  // namespace

void Handover::take(std::size_t index, const std::vector<c10::IValue>& values) {
  given_.resize(std::max(given_.size(), index + 1));
  given_[index] = values;
}

c10::IValue Handover::saved(std::size_t index, NodeId id) const {
  const Graph& graph = *graphs_[index];
  ValueName name = name_of(graph.nodes[id]);
  const std::optional<std::int64_t> dimension = std::exchange(name.size, std::nullopt);
  if (name.outside)
    throw CannotReplay(input_text(graph, id) + ": Python made it outside the graphs, it is in none of them");
  for (std::size_t g = 0; g < std::min(index, given_.size()); ++g) {
    const auto& results = results_of(*graphs_[g]);
    for (std::size_t r = 0; r < results.size(); ++r) {
      const bool by_number =
          results[r].role == ResultRole::kSaved && name == ValueName{.path = results[r].name.str()};
      if (by_number || name_of(*graphs_[g], results[r]) == name)
        return dimension ? size_of_value(graph, id, given_[g][r], *dimension) : given_[g][r];
    }
  }
  throw CannotReplay(input_text(graph, id) + ": no graph before it saves such a value");
}

void Handover::fill(std::size_t index, std::vector<c10::IValue>& inputs) const {
  const Graph& graph = *graphs_[index];
  for_each_input(graph, [&](NodeId id, std::size_t position) {
    const Node& node = graph.nodes[id];
    if (node.role == Role::kSaved) inputs[position] = saved(index, id);
    if (states_ == States::kWritten || !is_state(node)) return;
    for (std::size_t g = 0; g < std::min(index, given_.size()); ++g) {
      const auto& results = results_of(*graphs_[g]);
      for (std::size_t r = 0; r < results.size(); ++r) {
        if (results[r].role == ResultRole::kMutation && results[r].name == node.name)
          inputs[position] = given_[g][r];
      }
    }
  });
}

std::vector<std::pair<std::string, c10::IValue>> Handover::read_by_python() const {
  std::set<ValueName> taken;
  for (const Graph* graph : graphs_) {
    for_each_input(*graph, [&](NodeId id, std::size_t) {
      if (graph->nodes[id].role != Role::kSaved) return;
      ValueName name = name_of(graph->nodes[id]);
      name.size.reset();
      taken.insert(std::move(name));
    });
  }
  std::vector<std::pair<std::string, c10::IValue>> read;
  for (std::size_t g = 0; g < given_.size(); ++g) {
    if (!graphs_[g]->stopped) continue;
    const auto& results = results_of(*graphs_[g]);
    for (std::size_t r = 0; r < results.size(); ++r) {
      if (results[r].role == ResultRole::kSaved && !taken.contains(name_of(*graphs_[g], results[r])))
        read.emplace_back("result " + label_of(results[r]) + " of " + graphs_[g]->name.str(), given_[g][r]);
    }
  }
  return read;
}

c10::IValue size_of_value(const Graph& graph, NodeId id, const c10::IValue& value, std::int64_t dimension) {
  if (!value.isTensor() || !value.toTensor().defined() || value.toTensor().dim() <= dimension)
    throw CannotReplay(input_text(graph, id) + ": it is no size of what the program has");
  return value.toTensor().size(dimension);
}

bool hands_gradients_back(const std::vector<const Graph*>& graphs) {
  for (const Graph* graph : graphs) {
    for (const Result& result : results_of(*graph)) {
      if (result.role != ResultRole::kGradient) continue;
      const ValueName of = parse_value_name(Role::kSaved, result.name.view());
      const bool earlier = std::ranges::any_of(
          graphs, [&](const Graph* other) { return other != graph && of.graph == other->name.view(); });
      if (earlier) return true;
    }
  }
  return false;
}

}  // namespace assay::replay
