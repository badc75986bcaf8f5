// Node words: what compare_node looks at as one sequence of numbers, so that to compare two nodes is to
// compare two stretches of memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "harness/diff/compare_node.h"

namespace assay {

/// The words of one node, whatever it refers to. Of nodes that have words, those have the same that
/// compare_node with a watcher that agrees to everything finds equal, and no others. Some have none: outputs,
/// tied and constant inputs, calls of modules, nodes that hold a text, a large integer, a sub-graph or very
/// much, and every node below `shapes`, where most of a node counts for nothing; none of them equals one that
/// has words. Words are those of this process: they hold addresses of names.
class NodeWords {
 public:
  /// `scope.soft` must hold what both graphs mark as defaulted.
  void read(const Node& node, const Scope& scope);

  bool none() const { return size_ == 0; }
  std::span<const std::uint64_t> all() const { return std::span(words_).first(size_); }
  friend bool operator==(const NodeWords& left, const NodeWords& right) {
    return std::ranges::equal(left.all(), right.all());
  }

 private:
  friend class WordWriter;
  static constexpr std::size_t kMost = 64;
  std::array<std::uint64_t, kMost> words_;
  std::size_t size_ = 0;
};

}  // namespace assay
