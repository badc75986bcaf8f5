// GraphPair and Pairing: two graphs side by side, and the partners of their nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "harness/diff/effect_order.h"
#include "harness/diff/policy.h"
#include "harness/graph/graph.h"

namespace assay {

/// Sub-graphs of a file by name. Equal numbers mean equal sub-graphs, across both files.
using SubGraphClasses = std::unordered_map<Name, std::uint32_t>;

/// The graph of the input file, for messages, where a policy compares a normal form.
struct AsWritten {
  const Graph* graph = nullptr;
  const std::vector<NodeId>* ids = nullptr;  ///< node id -> id in `graph`; null if equal
};

struct GraphPair {
  const Graph& left;
  const Graph& right;
  EffectOrder left_order, right_order;
  const SubGraphClasses& left_classes;
  const SubGraphClasses& right_classes;
  Level level = Level::kExact;
  AsWritten left_written = {}, right_written = {};

  /// Names that neither file defines are equal if spelled the same.
  bool same_sub_graph(Name left_name, Name right_name) const {
    auto a = left_classes.find(left_name);
    auto b = right_classes.find(right_name);
    if (a == left_classes.end() || b == right_classes.end())
      return a == left_classes.end() && b == right_classes.end() && left_name == right_name;
    return a->second == b->second;
  }
};

/// A partial one-to-one relation of nodes; kNoNode without a partner.
struct Pairing {
  std::vector<NodeId> left, right;
  std::size_t size = 0;

  Pairing(const Graph& left_graph, const Graph& right_graph)
      : left(left_graph.nodes.size(), kNoNode), right(right_graph.nodes.size(), kNoNode) {}
  /// Pairs two free nodes. False if either has another partner.
  bool join(NodeId a, NodeId b) {
    if (left[a] == b) return true;
    if (left[a] != kNoNode || right[b] != kNoNode) return false;
    left[a] = b;
    right[b] = a;
    ++size;
    return true;
  }
  /// For hidden references: true if both are absent or can be paired.
  bool join_optional(NodeId a, NodeId b) { return a == kNoNode || b == kNoNode ? a == b : join(a, b); }
  void part(NodeId a) {
    right[left[a]] = kNoNode;
    left[a] = kNoNode;
    --size;
  }
};

}  // namespace assay
