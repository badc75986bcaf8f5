// Refinement: passes along the references and against them.
#include "harness/diff/refinement.h"

#include <algorithm>
#include <array>

#include "harness/diff/sequence_ids.h"

namespace assay {

namespace {

constexpr std::uint32_t kAbsent = 0xFFFFFFFF;

class Passes {
 public:
  Passes(const FlatPair& flat, const Pairing& pairing) : flat_(flat), pairing_(pairing) {
    classes_.left = flat.left.label;
    classes_.right = flat.right.label;
    classes_.count = flat.labels;
    number_pairs();
  }

  void inputs() {
    SequenceIds ids(flat_.left.size() - pairing_.size);
    std::uint32_t first = first_free();
    pass_inputs(flat_.left, classes_.left, pairing_.left, ids, first);
    pass_inputs(flat_.right, classes_.right, pairing_.right, ids, first);
    classes_.count = first + ids.count();
  }
  void uses() {
    SequenceIds ids(flat_.left.size() - pairing_.size);
    std::uint32_t first = first_free();
    pass_uses(flat_.left, classes_.left, pairing_.left, ids, first);
    pass_uses(flat_.right, classes_.right, pairing_.right, ids, first);
    classes_.count = first + ids.count();
  }
  const NodeClasses& classes() const { return classes_; }

 private:
  /// Pairs have the numbers from 0, free nodes the numbers after them.
  std::uint32_t first_free() const { return static_cast<std::uint32_t>(pairing_.size); }

  void number_pairs() {
    std::uint32_t next = 0;
    for (std::uint32_t& of_free : classes_.left) of_free += first_free();
    for (std::uint32_t& of_free : classes_.right) of_free += first_free();
    classes_.count += first_free();
    for (NodeId id = 0; id < classes_.left.size(); ++id) {
      if (pairing_.left[id] == kNoNode) continue;
      classes_.left[id] = classes_.right[pairing_.left[id]] = next++;
    }
  }

  void pass_inputs(const FlatGraph& graph, std::vector<std::uint32_t>& classes,
                   const std::vector<NodeId>& partner, SequenceIds& ids, std::uint32_t first) {
    for (NodeId id = 0; id < graph.size(); ++id) {
      if (partner[id] != kNoNode) continue;
      key_.assign(1, classes[id]);
      for (const Slot& slot : graph.slots_of(id)) {
        key_.push_back(slot.target == kNoNode ? kAbsent : classes[slot.target]);
        key_.push_back(slot.path);
      }
      // A graph without effects has no hidden slots, others may have only absent slots: both mean the same.
      while (key_.size() >= 3 && key_.back() == kHiddenPath && key_[key_.size() - 2] == kAbsent)
        key_.resize(key_.size() - 2);
      classes[id] = first + ids.of(key_);
    }
  }

  void pass_uses(const FlatGraph& graph, std::vector<std::uint32_t>& classes,
                 const std::vector<NodeId>& partner, SequenceIds& ids, std::uint32_t first) {
    for (NodeId id = static_cast<NodeId>(graph.size()); id-- > 0;) {
      if (partner[id] != kNoNode) continue;
      sorted_.clear();
      for (const Use& use : graph.uses_of(id)) sorted_.push_back({classes[use.consumer], use.slot, use.path});
      std::ranges::sort(sorted_);
      key_.assign(1, classes[id]);
      for (const auto& use : sorted_) key_.insert(key_.end(), use.begin(), use.end());
      classes[id] = first + ids.of(key_);
    }
  }

  const FlatPair& flat_;
  const Pairing& pairing_;
  NodeClasses classes_;
  std::vector<std::uint32_t> key_;
  std::vector<std::array<std::uint32_t, 3>> sorted_;
};

std::size_t distinct(const NodeClasses& classes) {
  std::vector<char> seen(classes.count, 0);
  for (std::uint32_t id : classes.left) seen[id] = 1;
  for (std::uint32_t id : classes.right) seen[id] = 1;
  return static_cast<std::size_t>(std::ranges::count(seen, 1));
}

}  // namespace

NodeClasses classes_by_inputs(const FlatPair& flat, const Pairing& pairing) {
  Passes passes(flat, pairing);
  passes.inputs();
  return passes.classes();
}

NodeClasses refine(const FlatPair& flat, const Pairing& pairing, int rounds) {
  Passes passes(flat, pairing);
  std::size_t before = 0;
  for (int round = 0; round < rounds; ++round) {
    passes.inputs();
    passes.uses();
    std::size_t now = distinct(passes.classes());
    if (now == before) break;
    before = now;
  }
  return passes.classes();
}

}  // namespace assay
