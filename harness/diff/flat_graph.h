// FlatGraph: a pair of graphs as numbers (labels, slots, uses), for all algorithms after the live walk.
//
// A label stands for all that compare_node reads, except arguments that some node marks as defaulted. Their
// absence is not transitive, so they are verified pair by pair. Nodes with equal labels have the same slots
// in the same order. Labels are exact: a hash finds candidates, compare_node decides.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/diff/compare_node.h"
#include "harness/diff/graph_pair.h"

namespace assay {

/// A reference. Hidden references (order of effects) follow those of the arguments and may be absent.
struct Slot {
  NodeId target = kNoNode;
  std::uint32_t path = 0;  ///< equal numbers mean equal output paths, in both graphs; kHiddenPath if hidden
};
inline constexpr std::uint32_t kHiddenPath = 0xFFFFFFFF;

struct Use {
  NodeId consumer = kNoNode;
  std::uint32_t slot = 0;
  std::uint32_t path = 0;  ///< copy of the slot's path
};

struct FlatGraph {
  std::vector<std::uint32_t> label;
  std::vector<std::uint32_t> slot_begin, use_begin;
  std::vector<Slot> slots;
  std::vector<Use> uses;

  std::size_t size() const { return label.size(); }
  std::span<const Slot> slots_of(NodeId node) const {
    return std::span(slots).subspan(slot_begin[node], slot_begin[node + 1] - slot_begin[node]);
  }
  std::span<const Use> uses_of(NodeId node) const {
    return std::span(uses).subspan(use_begin[node], use_begin[node + 1] - use_begin[node]);
  }
};

struct FlatPair {
  FlatGraph left, right;
  SoftArguments soft;
  std::uint32_t labels = 0;  ///< all labels are smaller
};

/// Whether slots include the order of effects.
enum class HiddenSlots : std::uint8_t { kIncluded, kLeftOut };

FlatPair flatten(const GraphPair& graphs, HiddenSlots hidden);

/// Recomputes labels at `level`: without shapes at `structure`.
void relabel(const GraphPair& graphs, Level level, FlatPair& flat);

}  // namespace assay
