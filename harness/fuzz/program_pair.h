// A pair of a generated program: its task, and its record without a golden.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/check/check_plan.h"
#include "harness/results/results_folder.h"

namespace assay::fuzz {

/// The path of the lowered graph, for a method compared with others.
std::filesystem::path lowered_file(std::filesystem::path graph);

/// Captures twice and replays. Lowers, too, if `methods` includes a method to compare with.
protocol::Capture task_of(const PlannedPair& planned, const Project& project,
                          const std::filesystem::path& graph, const std::vector<MethodId>& methods);

/// The record with its verdict and next command. Removes graphs that are not needed later.
PairResult judged(PairResult record, const ResultsFolder& results, const Project& project);

}  // namespace assay::fuzz
