// Sharding: the pairs of a check's shard.
#pragma once

#include <string>
#include <vector>

#include "harness/check/check_plan.h"
#include "harness/results/run_head.h"
#include "harness/run/shard.h"

namespace assay {

/// Command-line values.
struct ShardOptions {
  std::string shard = {};   ///< I/N; empty: the shard of the environment, else all pairs
  std::string by = "hash";  ///< a name of ShardBy
  std::string times = {};   ///< results folder or results.jsonl of an earlier run
};

/// The shard of each pair of a list.
struct Sharding {
  Shard shard;
  ShardBy by = ShardBy::kHash;
  std::vector<int> shards;  ///< one shard per pair of the list
};

/// The records named by --times, or none. InputError if they cannot be read.
std::vector<PairResult> earlier_records(const ShardOptions& options);

/// Assigns shards, balanced by `earlier` for --shard-by time. InputError for --shard-by time without --times.
Sharding deal_out(const std::vector<PlannedPair>& list, const Shard& shard, const ShardOptions& options,
                  const std::vector<PairResult>& earlier);

/// The pairs of the list in this shard.
std::vector<PlannedPair> part_of(const std::vector<PlannedPair>& list, const Sharding& sharding);

/// The list for the run head, with the shard of each pair.
std::vector<ListedPair> listed(const std::vector<PlannedPair>& list, const Sharding& sharding);

/// "shard 2/4: 212 of 986 pairs, by hash".
std::string selection_text(const Sharding& sharding);

}  // namespace assay
