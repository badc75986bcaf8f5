// annotations: clusters that are not green as GitHub Actions annotations, shown at the files of a pull
// request.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/clusters.h"
#include "harness/results/run_head.h"

namespace assay {

/// GitHub shows at most this many errors, and as many warnings, per step.
constexpr std::size_t kMostAnnotations = 10;

/// Places of the cases, and where to find the causes left out.
struct AnnotationContext {
  CasePlaces places = {};
  std::string results;     ///< folder
  std::string everything;  ///< the command that prints everything
};

/// A workflow command per cluster, at the place of its first pair's case. Clusters that only await a decision
/// are warnings, others are errors. Sorted by Alert, then by the number of pairs. Beyond `kMostAnnotations`
/// errors or warnings, a notice counts the rest and says where to find it. Empty for no clusters.
std::string annotations(const std::vector<Cluster>& clusters, const AnnotationContext& context);

}  // namespace assay
