// merge: the results of shards as those of one run.
//
// Shards are of one run when their heads say so: the same list, torch, project and options, each pair in the
// shard that the list gives it. What is not is refused; nothing is dropped. A pair without a record is
// `missing`, be it of a shard that is not there or of one that was interrupted: it is never forgotten.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/results/results_folder.h"
#include "harness/results/run_head.h"

namespace assay {

/// One folder that a check in shards left.
struct ShardResults {
  std::filesystem::path folder;
  RunHead head;
  std::vector<PairResult> records;
};

/// InputError when there are no results, when nothing says of what run they are (a check before assay
/// recorded that), and for a record that is not of the folder's shard.
ShardResults read_shard(const std::filesystem::path& folder);

/// The run that all of them are of, as one that is not in shards and has its results there. InputError that
/// names the two folders for shards of different runs, and for a shard that is there twice.
RunHead head_of_whole(const std::vector<ShardResults>& shards, const std::filesystem::path& results);

/// A shard of which there is no folder.
struct MissingShard {
  Shard shard;
  std::size_t pairs = 0;
  std::string next;  ///< runs it
};
std::vector<MissingShard> missing_shards(const std::vector<ShardResults>& shards);

/// Where the whole is: what records and their commands name is named there.
struct Destination {
  std::filesystem::path results;
  std::filesystem::path project = {};  ///< empty: goldens stay where each shard had them
};

/// A record for each pair of the list, in order of pair; those without one are `missing`.
std::vector<PairResult> joined_records(const std::vector<ShardResults>& shards, const Destination& to);

/// Copies graphs, proposals and what else the shards hold of them into `whole`, appends `records`, and
/// finishes it.
void write_merged(const std::vector<ShardResults>& shards, const RunHead& head,
                  const std::vector<PairResult>& records, ResultsFolder& whole);

}  // namespace assay
