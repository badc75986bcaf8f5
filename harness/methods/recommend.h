// recommend: which capture method, for a stated need, and why not the others.
//
// The rule, in this order, over all given cases:
//   1. it captured, and its replay agrees with eager on every case: what diverges, or was not shown to
//      replay, is never recommended;
//   2. it meets every need: it declares it, and where another method's capture of the same case shows it so
//      does its own; one_graph and functional every capture of its own shows;
//   3. of those, the ones that are no recorder of Assay's own, if any are not: that is the reference which
//      others are held against, and no way to capture a program elsewhere;
//   4. of those, the ones that agree without the help of guards, if any do;
//   5. of those, the ones with the fewest graph breaks, over all cases together;
//   6. of those, the ones with the largest operator recall of their graphs (over all cases together; where
//      one of them was not measured it does not decide). What a capture runs besides does not decide: nearly
//      all of it is detach and alias, which compute nothing;
//   7. of those, the cheapest by capture time, where up to half as much again counts as equally cheap, so
//      that the noise of a clock does not decide: the first in the order of the table of methods.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/methods/comparison.h"

namespace assay {

struct Rejected {
  MethodId method = MethodId::kMakeFx;
  /// The first step that left it out: "diverges on seed/mlp: ..", "cannot express backward".
  std::string why;
};

struct Recommendation {
  std::vector<Need> needs;
  std::optional<MethodId> method;  ///< nothing: no method meets the need
  std::string reason;              ///< one sentence
  std::vector<Rejected> rejected;  ///< every other method that was run, in the order of the table
};

/// `comparisons` have the same methods. Deterministic.
Recommendation recommend(const std::vector<Comparison>& comparisons, const std::vector<Need>& needs);

/// What `assay compare` gives: the cases in their order, and one recommendation over all of them.
struct ComparisonReport {
  std::vector<Comparison> cases;
  Recommendation recommendation;
};

}  // namespace assay
