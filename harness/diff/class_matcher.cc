// Classes: pairs by what is computed and by how it is used.
#include "harness/diff/matchers.h"
#include "harness/diff/refinement.h"

namespace assay {

namespace {

void match_single(const NodeClasses& classes, Matching& matching) {
  struct Members {
    NodeId left = kNoNode, right = kNoNode;
    std::uint32_t left_count = 0, right_count = 0;
  };
  std::vector<Members> members(classes.count);
  for (NodeId id = 0; id < classes.left.size(); ++id) {
    Members& of_class = members[classes.left[id]];
    of_class.left = id, ++of_class.left_count;
  }
  for (NodeId id = 0; id < classes.right.size(); ++id) {
    Members& of_class = members[classes.right[id]];
    of_class.right = id, ++of_class.right_count;
  }
  for (const Members& of_class : members)
    if (of_class.left_count == 1 && of_class.right_count == 1)
      matching.join(of_class.left, of_class.right, Matcher::kHash);
}

}  // namespace

void match_classes(const FlatPair& flat, Matching& matching) {
  match_single(classes_by_inputs(flat, matching.pairing), matching);
  match_single(classes_by_uses(flat, matching.pairing), matching);
}

}  // namespace assay
