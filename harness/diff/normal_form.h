// Normal forms: what a policy makes of a graph file before it is compared.
#pragma once

#include <span>
#include <string_view>

#include "harness/diff/policy.h"
#include "harness/graph/graph.h"

namespace assay {

/// A graph file after a policy, and where its nodes came from. Valid when the file was.
struct NormalForm {
  GraphFile file;
  std::vector<std::vector<NodeId>> ids;    ///< per graph and node: its id in the file that was given
  std::vector<std::vector<char>> swapped;  ///< per graph and node: commuting operands changed places
  std::size_t folded = 0;                  ///< nodes left out
};

struct NormalForms {
  NormalForm left, right;
};

/// Operators that a policy folds go, references through them lead to their argument, unless they change what
/// they pass on. Commuting operands are put in the order of what they compute, by a hash; operands that
/// compute the same stay as they are, so a policy can leave a difference and never hide another one.
NormalForms normal_forms(const GraphFile& left, const GraphFile& right, const Policy& policy);

/// A policy that drops a part of each node.
struct DroppedPart {
  std::string_view key;
  bool Policy::*is_on;
  void (*drop)(Node&);
  bool (*same)(const Node&, const Node&);  ///< of the part, before it is dropped
};
std::span<const DroppedPart> dropped_parts();

}  // namespace assay
