// place: the split of a golden when a different graph is accepted for a version.
#pragma once

#include <optional>
#include <vector>

#include "harness/graph/graph.h"
#include "harness/zoo/version.h"

namespace assay {

/// The place of the accepted graph, and the rest of the golden that held until now. The place of a golden is
/// its `from`. A part without versions is dropped.
struct Placement {
  enum class Place { kHere, kFromVersion };
  Place accepted = Place::kHere;  ///< in place of the golden that held, or from `accepted_from` on
  Version accepted_from;
  std::vector<VerifiedWith> earlier;  ///< kept by the golden in its place; empty exactly for kHere
  std::vector<VerifiedWith> later;    ///< moved to a golden from `later_from` on
  Version later_from;
};

/// A golden verified with `torch` itself, or with nothing, is replaced with all its versions: their next
/// check verifies them again. Else the versions truly differ, and the golden is split without gap or overlap.
Placement place(const std::vector<VerifiedWith>& held, const Version& torch);

}  // namespace assay
