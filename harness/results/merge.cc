// merge: refuse what is not of one run, then join.
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

constexpr std::array kTrees{"graphs", "pending", "untransformed", "lowered"};
constexpr const char* kProgram = "assay ";
constexpr const char* kAccept = " accept --case ";
constexpr const char* kResultsFlag = " --results ";

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
    // Shards share only constants, which are called by what is in them.
    if (!error) fs::copy_file(entry.path(), file, fs::copy_options::skip_existing, error);
    if (error)
      throw HarnessError({.what = "cannot be copied",
                          .where = entry.path().string(),
                          .expected = file.string(),
                          .found = error.message(),
                          .next = shell_command("df -h {}", to.parent_path())});
  }
}

/// Where a path that begins in a command ends: at a quote if it is in quotes, else at a space.
std::size_t end_of_path(const std::string& command, std::size_t begin) {
  const bool quoted = begin > 0 && command[begin - 1] == '\'';
  return std::min(command.find(quoted ? '\'' : ' ', begin), command.size());
}

bool begins_path(const std::string& command, std::size_t at, const std::string& folder) {
  const std::size_t end = at + folder.size();
  const bool after_word = at == 0 || command[at - 1] == ' ' || command[at - 1] == '\'';
  return after_word && (end == end_of_path(command, at) || command[end] == '/');
}

/// The record with what it names in the places of the whole.
PairResult moved(PairResult record, const RunHead& from, const Destination& to) {
  record.next = turned_to(record.next, from.results, to.results);
  const bool is_accept = record.next.starts_with(kProgram) && record.next.find(kAccept) != std::string::npos;
  if (is_accept && record.next.find(kResultsFlag) == std::string::npos)
    record.next += kResultsFlag + shell_word(to.results.string());  // left out of the default's
  if (to.project.empty() || from.project.empty()) return record;
  for (std::string PairResult::*text : {&PairResult::golden, &PairResult::golden_root, &PairResult::next})
    record.*text = turned_to(record.*text, from.project, to.project);
  return record;
}

/// `shard` is the pair's; null when there is no folder of it.
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
                      .next = shell_command("assay check --shard I/N --results {}", folder)});
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
                      .next = "assay merge with one of the two"});
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

std::string turned_to(const std::string& command, const fs::path& from, const fs::path& to) {
  const std::string folder = from.string();
  std::string turned;
  std::size_t done = 0;
  for (std::size_t at = command.find(folder); at != std::string::npos; at = command.find(folder, at + 1)) {
    if (at < done || !begins_path(command, at, folder)) continue;
    const std::size_t end = end_of_path(command, at);
    const bool quoted = at > 0 && command[at - 1] == '\'';
    turned += command.substr(done, at - done - (quoted ? 1 : 0));
    turned += shell_word(to.string() + command.substr(at + folder.size(), end - at - folder.size()));
    done = std::min(end + (quoted ? 1 : 0), command.size());
  }
  return turned + command.substr(done);
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
