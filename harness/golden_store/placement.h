// place: which files change when a graph that differs is accepted for a version.
#pragma once

#include <optional>
#include <vector>

#include "harness/graph/graph.h"
#include "harness/zoo/version.h"

namespace assay {

/// Where the accepted graph goes, and what stays of the golden that held until now. A golden's own place is
/// its `from`; a part of it with no versions is dropped.
struct Placement {
  enum class Place { kHere, kFromVersion };
  Place accepted = Place::kHere;  ///< instead of the golden that held, or in a file from `accepted_from` on
  Version accepted_from;
  std::vector<VerifiedWith>
      earlier;                      ///< what the golden that held keeps in its place; empty exactly for kHere
  std::vector<VerifiedWith> later;  ///< what of it moves to a file from `later_from` on
  Version later_from;
};

/// A golden verified with `torch` itself, or with nothing, has changed and is replaced, whatever else it was
/// verified with: those versions are verified again by their next check. Else the versions truly differ, and
/// the golden is parted there: no gap, no overlap.
Placement place(const std::vector<VerifiedWith>& held, const Version& torch);

}  // namespace assay
