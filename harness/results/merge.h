// Merges the results of shards into the results of a whole run.
//
// Shards belong together if their heads have the same list, torch, Python, device, sources and options, and
// the same number of shards. Each record must be in the shard that the list assigns to its pair. Anything
// else is refused. A listed pair without a record is `missing`, whether its shard is absent or was
// interrupted.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/results/results_folder.h"
#include "harness/results/run_head.h"

namespace assay {

/// The results folder of a shard.
struct ShardResults {
  std::filesystem::path folder;
  RunHead head;
  std::vector<PairResult> records;
};

/// InputError without results, without run.json (checks by older versions), or for a record of another shard.
ShardResults read_shard(const std::filesystem::path& folder);

/// The head of the whole run, without shards and with its results in `results`. InputError, with both
/// folders, for shards of different runs and for a shard that occurs twice.
RunHead head_of_whole(const std::vector<ShardResults>& shards, const std::filesystem::path& results);

/// A shard without a folder.
struct MissingShard {
  Shard shard;
  std::size_t pairs = 0;
  std::string next;  ///< Command that runs it.
};
std::vector<MissingShard> missing_shards(const std::vector<ShardResults>& shards);

/// Folders of the whole run. Paths in records and their commands are moved there.
struct Destination {
  std::filesystem::path results;
  std::filesystem::path project = {};  ///< Empty: goldens keep the paths that each shard has.
};

/// A record for each pair of the list, in order of pair. Pairs without a record are `missing`.
std::vector<PairResult> joined_records(const std::vector<ShardResults>& shards, const Destination& to);

/// Copies the shards' folders of graphs (captured, pending, untransformed, lowered, repeated) into `whole`,
/// appends `records`, and finishes it.
void write_merged(const std::vector<ShardResults>& shards, const RunHead& head,
                  const std::vector<PairResult>& records, ResultsFolder& whole);

}  // namespace assay
