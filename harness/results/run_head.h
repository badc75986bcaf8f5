// RunHead: what a run was of. run.json of a results folder; by it results of several machines are known to be
// of one run.
//
// A check writes it before its first pair, so an interrupted run has it too. It says which pairs were to run,
// records say what came of them. A folder of a version of assay before shards by pair has none; all but
// `assay merge` read it all the same.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/error/error.h"
#include "harness/results/pair_result.h"
#include "harness/words/enumerators.h"
#include "harness/zoo/case_place.h"

namespace assay {

struct Shard {
  int index = 1;  ///< 1 .. count
  int count = 1;
  friend bool operator==(const Shard&, const Shard&) = default;
};
std::string to_string(const Shard& shard);  // "2/4"

/// What decides which shard runs a pair.
enum class ShardBy : std::uint8_t { kHash, kTime, kCase };
inline constexpr auto kShardByNames = enumerators<ShardBy>({"hash", "time", "case"});
inline std::string_view to_string(ShardBy by) { return kShardByNames[by]; }
inline std::optional<ShardBy> shard_by_from_string(std::string_view text) { return kShardByNames.find(text); }

/// A pair that is to run, and where.
struct ListedPair {
  PairId pair;
  std::string family;
  std::vector<std::string> tiers;
  int shard = 1;  ///< the one that runs it
  friend bool operator==(const ListedPair&, const ListedPair&) = default;
};

/// By id of the case.
using CasePlaces = std::map<std::string, CasePlace>;

struct RunHead {
  std::string command;  ///< "assay check 'seed*' --device cpu": selects the same list; without the shard
  std::string torch, python;
  std::string cuda;     ///< "phantom" or "gpu"; empty: no pair is of it
  std::string project;  ///< its folder, which another machine has elsewhere
  std::string results;  ///< the results folder as it was given: commands in the records name it
  std::string digest;   ///< of what the verdicts are judged by (check/project_digest.h)
  bool replay = true;
  double seconds = 0, memory_gb = 0;  ///< of --timeout and --memory; 0: each case's own
  Shard shard;                        ///< the one that this folder holds
  ShardBy by = ShardBy::kHash;
  std::vector<ListedPair> pairs;  ///< of all shards, after filters, in order of case, method, device
  CasePlaces places = {};         ///< of the cases of these pairs, for reports; a run is the same without
};

/// What runs the same list: "assay check 'seed*' --shard 3/4"; for 1/1 without the shard.
std::string shard_command(const RunHead& head, int index);

/// Why `found` is not of the same run as `expected`: what, expected and found; nothing when it is. Which
/// shard each holds, where project and results lie and how the command was spelled may differ.
std::optional<ErrorParts> difference(const RunHead& expected, const RunHead& found);

/// The pair's record as far as the list knows it: the verdict `missing`, and why.
PairResult missing_record(const ListedPair& listed, const std::string& why, const std::string& next);

/// run.json of `results_folder`; nothing when it has none. InputError for one that is off, as records are.
std::optional<RunHead> read_head(const std::filesystem::path& results_folder);
/// One line of head, then one a pair and one a case's place.
std::string encode_head(const RunHead& head);
RunHead decode_head(const std::string& text, const std::string& where);

}  // namespace assay
