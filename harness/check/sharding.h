// Sharding: which pairs of the list this check runs.
#pragma once

#include <string>
#include <vector>

#include "harness/check/check_plan.h"
#include "harness/results/run_head.h"
#include "harness/run/shard.h"

namespace assay {

/// As given on the command line.
struct ShardOptions {
  std::string shard = {};   ///< I/N; empty: what the environment says, else the whole list
  std::string by = "hash";  ///< a name of ShardBy
  std::string times = {};   ///< an earlier run's results folder, or its results.jsonl
};

/// A list dealt out.
struct Sharding {
  Shard shard;
  ShardBy by = ShardBy::kHash;
  std::vector<int> shards;  ///< of each pair of the list
};

/// The records that --times names; none where it is not given. InputError when they cannot be read.
std::vector<PairResult> earlier_records(const ShardOptions& options);

/// By `earlier` where the options say so; InputError for --shard-by time without --times.
Sharding deal_out(const std::vector<PlannedPair>& list, const Shard& shard, const ShardOptions& options,
                  const std::vector<PairResult>& earlier);

/// The pairs of the list that are in the shard.
std::vector<PlannedPair> part_of(const std::vector<PlannedPair>& list, const Sharding& sharding);

/// The list as a run's head tells it, with the shard of each pair.
std::vector<ListedPair> listed(const std::vector<PlannedPair>& list, const Sharding& sharding);

/// "shard 2/4: 212 of 986 pairs, by hash".
std::string selection_text(const Sharding& sharding);

}  // namespace assay
