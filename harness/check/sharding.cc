// Sharding: command-line options to the shards of harness/run.
#include "harness/check/sharding.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/results/results_folder.h"
#include "harness/words/quantity.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

ShardBy way_of(const ShardOptions& options) {
  const ShardBy by =
      shard_by_from_string(options.by).value_or(ShardBy::kHash);  // checked by the command line
  if (by == ShardBy::kTime && options.times.empty())
    throw InputError(
        {.what = "nothing says how long the pairs take",
         .where = "--shard-by time",
         .expected = "--times with an earlier run's results folder, or its results.jsonl",
         .next = Command{"check", {"--shard", "1/2", "--shard-by", "time", "--times", "build/results"}}});
  return by;
}

}  // namespace

std::vector<PairResult> earlier_records(const ShardOptions& options) {
  if (options.times.empty()) return {};
  return fs::is_directory(options.times) ? read_records(options.times) : read_record_file(options.times);
}

Sharding deal_out(const std::vector<PlannedPair>& list, const Shard& shard, const ShardOptions& options,
                  const std::vector<PairResult>& earlier) {
  Sharding sharding{.shard = shard, .by = way_of(options), .shards = {}};
  std::vector<PairId> pairs;
  for (const PlannedPair& planned : list) pairs.push_back(planned.pair);
  if (sharding.by == ShardBy::kTime) {
    sharding.shards = shards_by_time(pairs, earlier, shard.count);
  } else {
    const auto shard_of = sharding.by == ShardBy::kCase ? shard_by_case : shard_by_hash;
    for (const PairId& pair : pairs) sharding.shards.push_back(shard_of(pair, shard.count));
  }
  return sharding;
}

std::vector<PlannedPair> part_of(const std::vector<PlannedPair>& list, const Sharding& sharding) {
  std::vector<PlannedPair> part;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (sharding.shards[i] == sharding.shard.index) part.push_back(list[i]);
  return part;
}

std::vector<ListedPair> listed(const std::vector<PlannedPair>& list, const Sharding& sharding) {
  std::vector<ListedPair> all;
  for (std::size_t i = 0; i < list.size(); ++i)
    all.push_back({list[i].pair, list[i].test->family, tiers_of(*list[i].test, list[i].pair.method),
                   sharding.shards[i]});
  return all;
}

std::string selection_text(const Sharding& sharding) {
  return fmt::format(
      "shard {}: {} of {}, by {}", to_string(sharding.shard),
      count_text(static_cast<std::uint64_t>(std::ranges::count(sharding.shards, sharding.shard.index))),
      counted(sharding.shards.size(), "pair"), to_string(sharding.by));
}

}  // namespace assay
