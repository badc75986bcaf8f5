// Shards: the parts of a list of pairs for N machines.
//
// Every pair is in exactly one shard, the same on every machine: no randomness, no clock. Shards divide
// pairs, not cases, which have up to 32 pairs. With cases, the longest of four shards took a fifth longer
// than the mean. The cost: pairs of a case share its load only within a shard. That is 3 % more work for the
// zoo in four shards, and 15 % for models of tier `full`, with their long loads.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/results/run_head.h"

namespace assay {

/// Parses "2/4". InputError for any other text.
Shard shard_from_string(std::string_view text);

/// The shard variables of Bazel and similar test runners. Empty for an unset variable.
struct ShardVariables {
  std::string total;  ///< TEST_TOTAL_SHARDS
  std::string index;  ///< TEST_SHARD_INDEX, counted from 0
};

/// The shard of --shard or of the variables, else 1/1. InputError if both are set and differ, if only one
/// variable is set, or if one is not a valid number.
Shard chosen_shard(const std::string& option, const ShardVariables& variables);

/// Touches `status_file` (TEST_SHARD_STATUS_FILE), which tells the caller that shards are supported. Does
/// nothing for an empty name. HarnessError if it cannot.
void advertise_shards(const std::filesystem::path& status_file);

/// The shard by a hash of the pair's name, independent of other pairs.
int shard_by_hash(const PairId& pair, int count);

/// The shard by a hash of the case alone, for findings that need all pairs of a case.
int shard_by_case(const PairId& pair, int count);

/// Balances the total time per shard: the longest pair first, into the shard with the least time. Times are
/// those of PairTimes(earlier).
std::vector<int> shards_by_time(const std::vector<PairId>& pairs, const std::vector<PairResult>& earlier,
                                int count);

}  // namespace assay
