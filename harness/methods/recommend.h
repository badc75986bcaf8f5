// recommend: the best capture method for the stated needs, with a reason against each other method.
//
// The rule filters the methods over all given cases, in this order:
//   1. Its captures replay and agree with eager on every case. A method that diverges or was not replayed is
//      never recommended.
//   2. It declares every need. Where another method's capture of a case meets a need, its own does too.
//      All its captures meet one_graph and functional.
//   3. It is not a recorder of Assay's own, if such a method is left. Assay's recorders are the reference
//      for other methods and cannot capture a program elsewhere.
//   4. It agrees without the help of guards, if such a method is left.
//   5. It has the fewest graph breaks over all cases together.
//   6. It has the largest operator recall over all cases together. The step is skipped if a remaining method
//      was not measured. Extra operators do not count: nearly all are detach and alias, which compute
//      nothing.
//   7. It is the first in the table of methods. The time of a single capture does not decide: it varies with
//      the load of the machine. `assay bench` measures costs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/methods/comparison.h"

namespace assay {

struct Rejected {
  MethodId method = MethodId::kMakeFx;
  /// The first step that excluded it: "diverges on seed/mlp: ..", "cannot express backward".
  std::string why;
};

struct Recommendation {
  std::vector<Need> needs;
  std::optional<MethodId> method;  ///< Nothing: no method meets the needs.
  std::string reason;              ///< One sentence.
  std::vector<Rejected> rejected;  ///< Every other method that was run, in the order of the table.
};

/// `comparisons` have the same methods. Deterministic.
Recommendation recommend(const std::vector<Comparison>& comparisons, const std::vector<Need>& needs);

/// The result of `assay compare`: the cases in order, and a recommendation over all of them.
struct ComparisonReport {
  std::vector<Comparison> cases;
  Recommendation recommendation;
};

}  // namespace assay
