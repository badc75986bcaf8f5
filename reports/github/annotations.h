// annotations: what is not green as annotations of GitHub Actions, which a pull request shows at its files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/clusters.h"
#include "harness/results/run_head.h"

namespace assay {

/// GitHub shows as many errors, and as many warnings, of a step.
constexpr std::size_t kMostAnnotations = 10;

/// Where the pairs are, and where the rest of them is told.
struct AnnotationContext {
  CasePlaces places = {};
  std::string results;     ///< folder
  std::string everything;  ///< the command that prints all of it
};

/// A workflow command for each cluster: an error, or a warning where it only awaits a decision; at the place
/// of the case of its first pair. What matters most comes first (Alert), among equals what most pairs have.
/// Beyond `kMostAnnotations` errors, or warnings, one notice says how many there are and where. Empty for no
/// clusters.
std::string annotations(const std::vector<Cluster>& clusters, const AnnotationContext& context);

}  // namespace assay
