// cluster_text: what is not green, by cause, in so many lines.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/clusters.h"
#include "reports/console/paint.h"

namespace assay {

/// Two lines per cluster: "DIFFERS 41 pairs, cause 1a2b3c4d: target aten.tanh.default -> aten.relu.default",
/// then its first pair and the command. No more than `most_lines` in all, but one cluster always; the last
/// line says how many there are beyond. Safe to print.
std::string cluster_text(const std::vector<Cluster>& clusters, std::size_t most_lines, Color color);

}  // namespace assay
