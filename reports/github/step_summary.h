// step_summary: a run as Markdown on the page of its workflow run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/clusters.h"
#include "harness/results/summary.h"

namespace assay {

/// Origin of the run, and where to find the causes left out.
struct StepSummaryContext {
  std::string torch;       ///< version of the run; empty: unknown
  std::string results;     ///< folder
  std::string everything;  ///< the command that prints everything
};

constexpr std::size_t kMostSummaryRows = 30;

/// A heading, the totals as on the console, and a row per cluster with its first pair and next command.
/// Beyond `kMostSummaryRows`, a line counts the rest and says where to find it. Text from models is escaped:
/// no Markdown, no HTML. Ends with an empty line, since further steps append.
std::string step_summary(const Summary& summary, const std::vector<Cluster>& clusters,
                         const StepSummaryContext& context);

}  // namespace assay
