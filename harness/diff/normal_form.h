// Normal forms: graph files rewritten by a policy before the comparison.
#pragma once

#include <span>
#include <string_view>

#include "harness/diff/policy.h"
#include "harness/graph/graph.h"

namespace assay {

/// A graph file after a policy, with the origins of its nodes. Valid if the input was.
struct NormalForm {
  GraphFile file;
  std::vector<std::vector<NodeId>> ids;    ///< per graph and node: id in the input file
  std::vector<std::vector<char>> swapped;  ///< per graph and node: whether its operands were swapped
  std::size_t folded = 0;                  ///< number of removed nodes
};

struct NormalForms {
  NormalForm left, right;
};

/// Removes operators that the policy folds, unless they change their argument's metadata, and redirects
/// references to that argument. Sorts commuting operands by a hash of their computation. Operands with equal
/// hashes keep their order: a policy may leave a difference, but never hides another.
NormalForms normal_forms(const GraphFile& left, const GraphFile& right, const Policy& policy);

/// A policy that drops a part of each node.
struct DroppedPart {
  std::string_view key;
  bool Policy::*is_on;
  void (*drop)(Node&);
  bool (*same)(const Node&, const Node&);  ///< compares the part, before it is dropped
};
std::span<const DroppedPart> dropped_parts();

}  // namespace assay
