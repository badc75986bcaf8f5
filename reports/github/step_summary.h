// step_summary: a run as Markdown on the page of a workflow's run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/clusters.h"
#include "harness/results/summary.h"

namespace assay {

/// Where the run was, and where the rest of it is told.
struct StepSummaryContext {
  std::string torch;       ///< of the run; empty: not known
  std::string results;     ///< folder
  std::string everything;  ///< the command that prints all of it
};

constexpr std::size_t kMostSummaryRows = 30;

/// A heading, the totals as the console tells them, and a row for each cluster with its first pair and its
/// next command; beyond `kMostSummaryRows` a line says how many there are and where. Text from a model shows
/// as what it is: nothing in it is Markdown or HTML. Ends with an empty line, since further steps append.
std::string step_summary(const Summary& summary, const std::vector<Cluster>& clusters,
                         const StepSummaryContext& context);

}  // namespace assay
