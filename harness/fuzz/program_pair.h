// A pair of a generated program: what runs of it, and its record, for which no golden is asked.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/check/check_plan.h"
#include "harness/results/results_folder.h"

namespace assay::fuzz {

/// Where a capture is lowered into, for a method that is held against others.
std::filesystem::path lowered_file(std::filesystem::path graph);

/// Captures twice, and replays. `methods`: which else run of the program, to hold it against.
protocol::Capture task_of(const PlannedPair& planned, const Project& project,
                          const std::filesystem::path& graph, const std::vector<MethodId>& methods);

/// The record with its verdict and the next command. Graphs that nobody reads again are removed.
PairResult judged(PairResult record, const ResultsFolder& results, const Project& project);

}  // namespace assay::fuzz
