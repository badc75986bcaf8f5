// CheckPlan: which pairs a check runs, and which it can answer without running them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/run/pool.h"
#include "harness/zoo/project.h"
#include "harness/zoo/version.h"

namespace assay {

/// What narrows and bounds a run.
struct PlanOptions {
  std::vector<MethodId> methods = {};  ///< empty: each case's own
  std::vector<Device> devices = {};
  std::vector<std::string> tiers = {};  ///< empty: whatever their tier
  double seconds = 0;                   ///< --timeout; 0: each case's own limit
  double memory_gb = 0;                 ///< --memory; 0: each case's own limit
  bool replay = true;                   ///< execute each capture and hold it against eager
};

struct PlannedPair {
  PairId pair;
  const Case* test = nullptr;
};

/// Whether the pairs of `test` by `method` are in one of `tiers`; always for no tiers.
bool is_in_one_of(const std::vector<std::string>& tiers, const Case& test, MethodId method);

/// The cases of which some pairs are in one of `tiers`; all for no tiers.
std::vector<Case> in_tiers(std::vector<Case> cases, const std::vector<std::string>& tiers);

/// Devices of "cpu", "cuda" or "all"; InputError otherwise.
std::vector<Device> devices_from(const std::string& text);

/// Pairs in order of case, method, device. A selection that leaves no pair is an InputError: nothing checked
/// is never green.
std::vector<PlannedPair> plan_pairs(const std::vector<Case>& cases, const PlanOptions& options);

/// What a task on the pair is about, as the worker gets it.
protocol::Subject subject_of(const PlannedPair& planned, const Project& project);

/// The pair's job within its case's limits, unless `options` has others.
Job job_for(const PlannedPair& planned, protocol::Task task, const PlanOptions& options = {});

/// What `cuda` stands for in a run of these pairs, as its head says it; empty: in none.
std::string cuda_of(const std::vector<PlannedPair>& pairs, Gpu gpu);

/// Later than any where the worker does not say it.
Version torch_of(const Worker& worker);

/// Why the pair is `unsupported` by the worker, where `cuda` is a GPU or not; empty: it is not.
std::string unsupported_by(const Worker& worker, const PairId& pair, Gpu gpu);

/// How many are at work at a time: as asked, for 0 as many as there are cores.
int pairs_at_a_time(int asked);

/// The record's fields that do not depend on how the pair ends.
PairResult blank_record(const PlannedPair& planned);

}  // namespace assay
