// PairList: the pairs of a run, those of other shards included.
#pragma once

#include <vector>

#include "harness/check/check_plan.h"
#include "harness/check/sharding.h"
#include "harness/results/run_head.h"

namespace assay {

/// Cases, and the pairs of them. It can be moved: pairs point to the cases.
struct PairList {
  std::vector<Case> cases;
  std::vector<PlannedPair> all;     ///< of all shards
  std::vector<PairResult> earlier;  ///< of the run whose times deal them out
  Sharding sharding;
  std::vector<PlannedPair> pairs;  ///< of this shard

  bool in_shards() const { return sharding.shard.count > 1; }
};

/// InputError as of plan_pairs, earlier_records and deal_out.
PairList list_pairs(std::vector<Case> cases, const PlanOptions& plan, const Shard& shard,
                    const ShardOptions& options);

/// The head of a run of `list`, but for its command and its results folder.
RunHead head_of(const PairList& list, const PlanOptions& plan, const Project& project, const Worker& worker,
                Gpu gpu);

}  // namespace assay
