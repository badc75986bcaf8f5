// canonical_dead_code: an order for nodes that no result and no ordered effect reaches, where symmetry is
// possible. Work is bounded by a budget. Past it there is no order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/diff/effect_order.h"

namespace assay {

/// A dead node. It refers to numbered nodes in its `line`, to dead nodes through `slots`.
struct DeadNode {
  NodeId id = 0;
  std::vector<std::uint32_t> slots;  ///< indices of the dead nodes it refers to, all smaller than its own
};

/// The text of a node. `name_of_dead` names the dead nodes it refers to.
using DeadLine = std::function<std::string(NodeId, const std::function<std::string(NodeId)>& name_of_dead)>;

/// `nodes` are in capture order. Isomorphic lists are ordered alike, in whatever order they come. Empty
/// past the budget.
std::optional<std::vector<NodeId>> order_dead_code(const std::vector<DeadNode>& nodes, const DeadLine& line);

/// The budget: visits of nodes for the dead code of a graph.
inline constexpr std::size_t kDeadCodeVisits = 4'000'000;

}  // namespace assay
