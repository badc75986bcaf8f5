// PairList: planned, assigned to shards, and listed in the run head.
#include "harness/check/pair_list.h"

#include <utility>

#include "harness/check/project_digest.h"

namespace assay {

PairList list_pairs(std::vector<Case> cases, const PlanOptions& plan, const Shard& shard,
                    const ShardOptions& options) {
  PairList list{.cases = std::move(cases), .all = {}, .earlier = {}, .sharding = {}, .pairs = {}};
  list.all = plan_pairs(list.cases, plan);
  list.earlier = earlier_records(options);
  list.sharding = deal_out(list.all, shard, options, list.earlier);
  list.pairs = part_of(list.all, list.sharding);
  return list;
}

RunHead head_of(const PairList& list, const PlanOptions& plan, const Project& project, const Worker& worker,
                Gpu gpu) {
  return {.command = {},
          .torch = worker.torch,
          .python = worker.python,
          .cuda = cuda_of(list.all, gpu),
          .project = project.exists ? project.root : std::filesystem::path(),
          .results = {},
          .digest = project_digest(project, list.cases),
          .replay = plan.replay,
          .seconds = plan.seconds,
          .memory_gb = plan.memory_gb,
          .shard = list.sharding.shard,
          .by = list.sharding.by,
          .pairs = listed(list.all, list.sharding)};
}

}  // namespace assay
