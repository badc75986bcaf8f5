// Shards: the parts of a list of pairs that N machines run.
//
// Every pair of a list is in exactly one shard, and in the same one on every machine; nothing random, no
// clock. Pairs, not cases, are dealt out: a case has up to 32 pairs, and with cases the longest shard of four
// took a fifth longer than the mean. The price is that pairs of a case share its load only within a shard: 3
// % more work for the zoo in four shards, 15 % for models of tier `full`, whose loads are long.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/results/run_head.h"

namespace assay {

/// "2/4". Anything else is an InputError.
Shard shard_from_string(std::string_view text);

/// What Bazel and its kin tell a test that is to run in shards; empty where the variable is not set.
struct ShardVariables {
  std::string total;  ///< TEST_TOTAL_SHARDS
  std::string index;  ///< TEST_SHARD_INDEX, which counts from 0
};

/// The shard that --shard or the variables ask for; 1/1 when neither does. Where both do and differ, or one
/// of the variables is without the other or is no number, it is an InputError.
Shard chosen_shard(const std::string& option, const ShardVariables& variables);

/// Touches `status_file` (TEST_SHARD_STATUS_FILE), by which the caller learns that shards are honoured;
/// nothing for an empty name. HarnessError when it cannot.
void advertise_shards(const std::filesystem::path& status_file);

/// The shard of a pair by a hash of what it is called: it stays when other pairs come and go.
int shard_by_hash(const PairId& pair, int count);

/// Same, by a hash of the case alone: what is found by its pairs together needs them in one shard.
int shard_by_case(const PairId& pair, int count);

/// The shards of `pairs`, each of about the same time: the longest pair first, into the shard with the least.
/// A pair takes what its record in `earlier` took; without a record the median of its method's, of all where
/// the method has none.
std::vector<int> shards_by_time(const std::vector<PairId>& pairs, const std::vector<PairResult>& earlier,
                                int count);

}  // namespace assay
