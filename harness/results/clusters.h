// Clusters: the pairs of a run that are not green, by why.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

/// Pairs that are not green for one reason: of a difference one of its causes, of a failure what was raised
/// or told with the numbers in it set aside, of a pair that passes unexpectedly the reason that is no longer
/// true.
struct Cluster {
  PairResult first;   ///< of its pairs, in order of pair
  std::string cause;  ///< what `assay accept --cause` takes; empty for what is no difference
  std::string what;   ///< one bounded line
  std::size_t pairs = 0;
  std::string next;  ///< one command: for all of them where there is one, else for the first
};

/// Those of most pairs first, then by what they are. A pair that differs for several causes is in several
/// clusters. `results`: the results folder, for commands.
std::vector<Cluster> clusters_of(const std::vector<PairResult>& records, const std::string& results);

}  // namespace assay
