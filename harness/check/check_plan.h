// CheckPlan: the pairs of a check, and the facts about them that need no run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/run/pool.h"
#include "harness/zoo/project.h"
#include "harness/zoo/version.h"

namespace assay {

/// Selection and limits of a run.
struct PlanOptions {
  std::vector<MethodId> methods = {};  ///< empty: the methods of each case
  std::vector<Device> devices = {};
  std::vector<std::string> tiers = {};  ///< empty: all tiers
  double seconds = 0;                   ///< --timeout; 0: the limit of each case
  double memory_gb = 0;                 ///< --memory; 0: the limit of each case
  bool replay = true;                   ///< execute each capture and compare it with eager
};

struct PlannedPair {
  PairId pair;
  const Case* test = nullptr;
};

/// Whether the pairs of `test` by `method` belong to any of `tiers`. True if `tiers` is empty.
bool is_in_one_of(const std::vector<std::string>& tiers, const Case& test, MethodId method);

/// The cases with a pair in any of `tiers`. All cases if `tiers` is empty.
std::vector<Case> in_tiers(std::vector<Case> cases, const std::vector<std::string>& tiers);

/// Devices named by "cpu", "cuda" or "all". InputError for any other text.
std::vector<Device> devices_from(const std::string& text);

/// Pairs in order of case, method, device. InputError for a selection without pairs, which would be green
/// without a check.
std::vector<PlannedPair> plan_pairs(const std::vector<Case>& cases, const PlanOptions& options);

/// The pair as the subject of a worker's task.
protocol::Subject subject_of(const PlannedPair& planned, const Project& project);

/// The job of the pair. Limits in `options` override those of its case.
Job job_for(const PlannedPair& planned, protocol::Task task, const PlanOptions& options = {});

/// The device behind `cuda` in this run ("gpu" or "phantom"), for the run head. Empty without a cuda pair.
std::string cuda_of(const std::vector<PlannedPair>& pairs, Gpu gpu);

/// The worker's PyTorch version, or kLaterThanAny if unknown.
Version torch_of(const Worker& worker);

/// Why the worker does not support the pair. Empty if it does.
std::string unsupported_by(const Worker& worker, const PairId& pair, Gpu gpu);

/// Number of parallel pairs: `asked`, or the number of cores for 0.
int pairs_at_a_time(int asked);

/// The fields of a record that do not depend on the ending of its pair.
PairResult blank_record(const PlannedPair& planned);

}  // namespace assay
