// Clusters: the failed pairs of a run, by reason.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

/// Failed pairs with one reason. Differences: a cause, or all causes that one case alone has. Other failures:
/// the error with its numbers left out. Unexpected passes: the reason that no longer holds.
struct Cluster {
  PairResult first;                 ///< of its pairs, in order of pair
  std::vector<std::string> causes;  ///< for `assay accept --cause`; empty unless pairs differ
  std::string what;                 ///< one bounded line, of the cause with most pairs
  std::size_t pairs = 0;
  ShellLine next;  ///< for all pairs if one command serves them, else for the first
};

/// Sorted by number of pairs. A pair with several causes may be in several clusters. `results`: the results
/// folder, for commands.
std::vector<Cluster> clusters_of(const std::vector<PairResult>& records, const std::string& results);

/// "cause 1a2b3c4d", "3 causes", "".
std::string causes_text(const Cluster& cluster);

}  // namespace assay
