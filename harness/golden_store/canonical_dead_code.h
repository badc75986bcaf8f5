// canonical_dead_code: an order for nodes that no result and no ordered effect reaches, where symmetry is
// possible.
//
// Connected components one by one. Colours by content, refined up and down; where they leave nodes alike,
// each of a class is tried and the least text wins (individualise and refine). Colours only order the search,
// texts decide. All work counts against a budget; past it there is no answer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/diff/effect_order.h"

namespace assay {

/// A dead node refers to numbered nodes inside `line` and to dead ones through `slots`.
struct DeadNode {
  NodeId id = 0;
  std::vector<std::uint32_t> slots;  ///< dead nodes it refers to, as indices of the list, all before it
};

/// The text of a node, given what to call each dead node that it refers to.
using DeadLine = std::function<std::string(NodeId, const std::function<std::string(NodeId)>& name_of_dead)>;

/// `nodes` in capture order. The same for isomorphic lists, whatever their order.
std::optional<std::vector<NodeId>> order_dead_code(const std::vector<DeadNode>& nodes, const DeadLine& line);

/// Visits of a node that one graph's dead code may cost.
inline constexpr std::size_t kDeadCodeVisits = 4'000'000;

}  // namespace assay
