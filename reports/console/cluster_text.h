// cluster_text: failed pairs by cause, in a bounded number of lines.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/clusters.h"
#include "reports/console/paint.h"

namespace assay {

struct ClusterView {
  std::size_t width = 120;   ///< longer lines are broken at blanks
  std::size_t most_lines;    ///< in all; the first cluster is always printed
  std::size_t most_reasons;  ///< lines of explanation per cluster
  Color color = Color::kOff;
};

/// A block per cluster, which ends with its command:
///
///   DIFFERS 41 pairs, cause 1a2b3c4d: target aten.tanh.default -> aten.relu.default
///     seed/mlp make_fx cpu and 40 more
///     next: assay diff golden/seed/mlp.txt build/results/pending/seed/mlp/make_fx@cpu.json
///
/// A last line counts the causes left out. Safe to print.
std::string cluster_text(const std::vector<Cluster>& clusters, const ClusterView& view);

}  // namespace assay
