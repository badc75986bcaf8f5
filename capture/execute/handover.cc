// Handover: saved values and states, both by name.
#include "capture/execute/handover.h"

#include <algorithm>

#include <ATen/ATen.h>

#include "capture/execute/cannot_replay.h"
#include "capture/execute/promises.h"

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
  for (std::size_t g = 0; g < std::min(index, given_.size()); ++g) {
    const auto& results = results_of(*graphs_[g]);
    for (std::size_t r = 0; r < results.size(); ++r) {
      if (results[r].role == ResultRole::kSaved && results[r].name == graph.nodes[id].name)
        return given_[g][r];
    }
  }
  throw CannotReplay(input_text(graph, id) + ": no graph before it saves such a value");
}

void Handover::fill(std::size_t index, std::vector<c10::IValue>& inputs) const {
  const Graph& graph = *graphs_[index];
  for_each_input(graph, [&](NodeId id, std::size_t position) {
    const Node& node = graph.nodes[id];
    if (node.role == Role::kSaved) inputs[position] = saved(index, id);
    if (!is_state(node)) return;
    for (std::size_t g = 0; g < std::min(index, given_.size()); ++g) {
      const auto& results = results_of(*graphs_[g]);
      for (std::size_t r = 0; r < results.size(); ++r) {
        const bool is_end =
            results[r].role == ResultRole::kMutation || results[r].role == ResultRole::kReplacement;
        if (is_end && results[r].name == node.name) inputs[position] = given_[g][r];
      }
    }
  });
}

}  // namespace assay::replay
