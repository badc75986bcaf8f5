// FlatGraph: a pair of graphs as numbers: labels, slots, uses. What all algorithms beyond the live walk run
// on.
//
// A label stands for all that compare_node looks at but arguments that some node marks as defaulted (having
// or lacking them is not transitive; they are verified pair by pair). Two nodes with the same label therefore
// have the same slots in the same order. Labels are exact: a hash finds candidates, compare_node decides.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/diff/compare_node.h"
#include "harness/diff/graph_pair.h"

namespace assay {

/// One reference. Hidden ones (order of effects) follow those of the arguments and may be absent.
struct Slot {
  NodeId target = kNoNode;
  std::uint32_t path =
      0;  ///< which output; equal numbers mean equal paths, in both graphs; kHiddenPath for hidden ones
};
inline constexpr std::uint32_t kHiddenPath = 0xFFFFFFFF;

struct Use {
  NodeId consumer = kNoNode;
  std::uint32_t slot = 0;
  std::uint32_t path = 0;  ///< that of the slot, so that nobody has to look there
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
  std::uint32_t labels = 0;  ///< all labels are below
};

/// Whether the order of effects is part of the slots.
enum class HiddenSlots : std::uint8_t { kIncluded, kLeftOut };

FlatPair flatten(const GraphPair& graphs, HiddenSlots hidden);

/// Labels as they are at `level`: without shapes at `structure`.
void relabel(const GraphPair& graphs, Level level, FlatPair& flat);

}  // namespace assay
