// PairList: the pairs of a run in all shards.
#pragma once

#include <vector>

#include "harness/check/check_plan.h"
#include "harness/check/sharding.h"
#include "harness/results/run_head.h"

namespace assay {

/// Cases and their pairs. May be moved, but not copied: pairs point to the cases.
struct PairList {
  std::vector<Case> cases;
  std::vector<PlannedPair> all;     ///< of all shards
  std::vector<PairResult> earlier;  ///< the records whose times balance the shards
  Sharding sharding;
  std::vector<PlannedPair> pairs;  ///< of this shard

  bool in_shards() const { return sharding.shard.count > 1; }
};

/// InputError as in plan_pairs, earlier_records and deal_out.
PairList list_pairs(std::vector<Case> cases, const PlanOptions& plan, const Shard& shard,
                    const ShardOptions& options);

/// The head of a run of `list`, without its command and results folder.
RunHead head_of(const PairList& list, const PlanOptions& plan, const Project& project, const Worker& worker,
                Gpu gpu);

}  // namespace assay
