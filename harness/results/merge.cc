// merge: checks that shards are of the same run, then joins them.
#include "harness/results/merge.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::array kTrees{"graphs", "pending", "untransformed", "lowered", "repeated"};
constexpr const char* kResultsFlag = "--results";

void require_own_records(const ShardResults& shard) {
  std::map<PairId, int> shard_of;
  for (const ListedPair& listed : shard.head.pairs) shard_of[listed.pair] = listed.shard;
  for (const PairResult& record : shard.records) {
    const auto place = shard_of.find(record.pair);
    if (place != shard_of.end() && place->second == shard.head.shard.index) continue;
    const std::string found =
        place == shard_of.end()
            ? ", which is not in the list"
            : ", which is of shard " + to_string(Shard{place->second, shard.head.shard.count});
    throw InputError({.what = "a record that is not of this shard",
                      .where = shard.folder.string(),
                      .expected = "pairs of shard " + to_string(shard.head.shard) + " of its list",
                      .found = to_string(record.pair) + found,
                      .next = shard_command(shard.head, shard.head.shard.index) +
                              shell_command(" --results {}", shard.folder)});
  }
}

void require_one_run(const ShardResults& first, const ShardResults& other) {
  if (std::optional<ErrorParts> refusal = difference(first.head, other.head)) {
    refusal->what = "not a shard of the same run as " + first.folder.string() + ": " + refusal->what;
    refusal->where = other.folder.string();
    refusal->next =
        shard_command(first.head, other.head.shard.index) + shell_command(" --results {}", other.folder);
    throw InputError(*refusal);
  }
}

void copy_tree(const fs::path& from, const fs::path& to) {
  if (!fs::is_directory(from)) return;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from)) {
    if (!entry.is_regular_file() || entry.is_symlink()) continue;
    const fs::path file = to / fs::relative(entry.path(), from);
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    // Shards share only constants, which are named by content.
    if (!error) fs::copy_file(entry.path(), file, fs::copy_options::skip_existing, error);
    if (error)
      throw HarnessError({.what = "cannot be copied",
                          .where = entry.path().string(),
                          .expected = file.string(),
                          .found = error.message(),
                          .next = shell_command("df -h {}", to.parent_path())});
  }
}

/// A path in the folder `from`, or that folder itself, moved to `to`. Other paths are unchanged.
std::string moved_path(const std::string& path, const std::string& from, const std::string& to) {
  if (path == from) return to;
  return path.starts_with(from + "/") ? to + path.substr(from.size()) : path;
}

/// The record with its paths moved to the whole run.
PairResult moved(PairResult record, const RunHead& from, const Destination& to) {
  for (std::string* word : record.next.words()) *word = moved_path(*word, from.results, to.results);
  Command* const command = record.next.command();
  if (command != nullptr && command->verb == "accept" && !command->has(kResultsFlag)) {
    command->arguments.emplace_back(kResultsFlag);  // commands for the default folder omit it
    command->arguments.push_back(to.results);
  }
  if (to.project.empty() || from.project.empty()) return record;
  for (std::string* word : record.next.words()) *word = moved_path(*word, from.project, to.project);
  for (std::string PairResult::*path : {&PairResult::golden, &PairResult::golden_root})
    record.*path = moved_path(record.*path, from.project, to.project);
  return record;
}

/// `shard` is the shard of the pair, nullptr without a folder.
PairResult not_run(const ListedPair& pair, const RunHead& head, const ShardResults* shard) {
  const std::string name = "shard " + to_string(Shard{pair.shard, head.shard.count});
  const std::string run = shard_command(head, pair.shard);
  if (shard == nullptr)
    return missing_record(pair, name + " is not among the results that were merged\n",
                          run + " --results DIR");
  return missing_record(pair, name + " was to run it and did not\n",
                        run + shell_command(" --resume --results {}", shard->folder));
}

}  // namespace

ShardResults read_shard(const fs::path& folder) {
  ShardResults shard{.folder = folder, .head = {}, .records = read_records(folder)};
  const std::optional<RunHead> head = read_head(folder);
  if (!head)
    throw InputError({.what = "nothing says of what run these results are",
                      .where = folder.string(),
                      .expected = "run.json, which this version of assay check writes",
                      .found = "results.jsonl alone",
                      .next = Command{"check", {"--shard", "I/N", "--results", folder}}});
  shard.head = *head;
  std::ranges::sort(shard.head.pairs, {}, &ListedPair::pair);
  require_own_records(shard);
  return shard;
}

RunHead head_of_whole(const std::vector<ShardResults>& shards, const fs::path& results) {
  std::map<int, fs::path> seen;
  for (const ShardResults& shard : shards) {
    require_one_run(shards.front(), shard);
    const auto [place, is_first] = seen.emplace(shard.head.shard.index, shard.folder);
    if (is_first) continue;
    throw InputError({.what = "shard " + to_string(shard.head.shard) + " is there twice",
                      .where = shard.folder.string(),
                      .expected = "one folder a shard",
                      .found = place->second.string() + " holds it too",
                      .next = Command{"merge"} + " with one of the two"});
  }
  RunHead whole = shards.front().head;
  whole.results = results;
  whole.shard = {};
  whole.by = ShardBy::kHash;
  for (ListedPair& pair : whole.pairs) pair.shard = 1;
  return whole;
}

std::vector<MissingShard> missing_shards(const std::vector<ShardResults>& shards) {
  const RunHead& head = shards.front().head;
  std::vector<MissingShard> missing;
  for (int index = 1; index <= head.shard.count; ++index) {
    const auto is_it = [&](const ShardResults& shard) { return shard.head.shard.index == index; };
    if (std::ranges::any_of(shards, is_it)) continue;
    const auto pairs = std::ranges::count(head.pairs, index, &ListedPair::shard);
    missing.push_back({.shard = {index, head.shard.count},
                       .pairs = static_cast<std::size_t>(pairs),
                       .next = shard_command(head, index) + " --results DIR"});
  }
  return missing;
}

std::vector<PairResult> joined_records(const std::vector<ShardResults>& shards, const Destination& to) {
  std::map<PairId, PairResult> known;
  std::map<int, const ShardResults*> by_index;
  for (const ShardResults& shard : shards) {
    by_index[shard.head.shard.index] = &shard;
    for (const PairResult& record : shard.records) known[record.pair] = moved(record, shard.head, to);
  }
  const RunHead& head = shards.front().head;
  std::vector<PairResult> records;
  for (const ListedPair& pair : head.pairs) {
    const auto record = known.find(pair.pair);
    const auto shard = by_index.find(pair.shard);
    if (record != known.end())
      records.push_back(record->second);
    else
      records.push_back(not_run(pair, head, shard == by_index.end() ? nullptr : shard->second));
  }
  return records;
}

void write_merged(const std::vector<ShardResults>& shards, const RunHead& head,
                  const std::vector<PairResult>& records, ResultsFolder& whole) {
  whole.begin(head);
  for (const ShardResults& shard : shards)
    for (const char* tree : kTrees) copy_tree(shard.folder / tree, whole.root() / tree);
  for (const PairResult& record : records) whole.append(record);
  whole.finish();
}

}  // namespace assay
