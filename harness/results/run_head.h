// RunHead: settings and pairs of a run, in run.json of a results folder. It identifies results of several
// machines as parts of the same run.
//
// A check writes run.json before its first pair, so an interrupted run has it too. It lists the pairs to run.
// The records have their results. Only `assay merge` requires run.json.
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

/// How pairs are assigned to shards. kCase: all pairs of a case in one shard, for fuzz runs.
enum class ShardBy : std::uint8_t { kHash, kTime, kCase };
inline constexpr auto kShardByNames = enumerators<ShardBy>({"hash", "time", "case"});
inline std::string_view to_string(ShardBy by) { return kShardByNames[by]; }
inline std::optional<ShardBy> shard_by_from_string(std::string_view text) { return kShardByNames.find(text); }

/// A pair to run, and its shard.
struct ListedPair {
  PairId pair;
  std::string family;
  std::vector<std::string> tiers;
  int shard = 1;  ///< The shard that runs it.
  friend bool operator==(const ListedPair&, const ListedPair&) = default;
};

/// By case id.
using CasePlaces = std::map<std::string, CasePlace>;

struct RunHead {
  std::string command;  ///< "assay check 'seed*' --device cpu": selects the same list, without the shard.
  std::string torch, python;
  std::string cuda;     ///< "phantom" or "gpu". Empty: no pair runs on `cuda`.
  std::string project;  ///< Its folder, which differs between machines.
  std::string results;  ///< The results folder as given: commands in the records name it.
  std::string digest;   ///< Of all inputs to the verdicts (check/project_digest.h).
  bool replay = true;
  double seconds = 0, memory_gb = 0;  ///< From --timeout and --memory. 0: limits of each case.
  Shard shard;                        ///< The shard in this folder.
  ShardBy by = ShardBy::kHash;
  std::vector<ListedPair> pairs;  ///< Of all shards, after filters, in order of case, method, device.
  CasePlaces places = {};         ///< Places of these cases, for reports. Not part of a run's identity.
};

/// The command for a shard of the list: "assay check 'seed*' --shard 3/4". Without --shard if it is 1/1.
std::string shard_command(const RunHead& head, int index);

/// First difference that makes `found` another run than `expected`, with both values. Nothing for the same
/// run. Shard, folders of project and results, and the spelling of the command may differ.
std::optional<ErrorParts> difference(const RunHead& expected, const RunHead& found);

/// A record of a listed pair with the verdict `missing`, `why` and `next`.
PairResult missing_record(const ListedPair& listed, const std::string& why, const std::string& next);

/// run.json of `results_folder`. Nothing without the file. InputError for an invalid file.
std::optional<RunHead> read_head(const std::filesystem::path& results_folder);
/// A line for the head, then a line per pair and per place of a case.
std::string encode_head(const RunHead& head);
RunHead decode_head(const std::string& text, const std::string& where);

}  // namespace assay
