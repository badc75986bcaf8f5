// ResultsFolder: append, resume and finish.
#include "harness/results/results_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <map>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/files/replace_file.h"
#include "harness/graph/json.h"
#include "harness/results/pair_json.h"
#include "harness/results/summary.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::array kOurs{"run.json", "results.jsonl", "results.json", "graphs",
                           "pending",  "untransformed", "lowered",      "repeated"};

fs::path lines_file(const fs::path& root) { return root / "results.jsonl"; }

[[noreturn]] void fail_to_write(const fs::path& file, const std::string& why) {
  throw HarnessError({"cannot be written", file.string(), "room on the disk and the right to write", why,
                      shell_command("df -h {}", file.parent_path())});
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw HarnessError({"cannot be made", folder.string(), "a folder", error.message(),
                        shell_command("ls -ld {}", folder.parent_path())});
}

/// A run writes and removes the files of its results folder. Links among them could lead elsewhere. The
/// folder itself may be a link.
void refuse_links(const fs::path& root) {
  std::vector<std::string> names(kOurs.begin(), kOurs.end());
  names.emplace_back("lock");
  for (const std::string& name : names) {
    std::error_code unknown;
    if (!fs::is_symlink(root / name, unknown)) continue;
    throw InputError({"a link in a results folder", (root / name).string(), "a file or folder of its own",
                      "a link to " + fs::read_symlink(root / name, unknown).string(),
                      shell_command("rm {}, or --results with another folder", root / name)});
  }
}

/// Makes the folder. Refuses a folder with foreign files: `--results ~` must not remove ~/graphs.
fs::path prepared(fs::path root) {
  if (root.empty())
    throw InputError(
        {"no results folder", "--results", "the name of a folder", "nothing", "--results build/results"});
  make_folder(root);
  refuse_links(root);
  if (fs::exists(root / "lock")) return root;
  for (const char* name : kOurs) {
    if (fs::exists(root / name))
      throw InputError({"not a results folder", root.string(), "an empty folder, or one that assay made",
                        std::string("'") + name + "' without 'lock'", "--results DIR with another DIR"});
  }
  return root;
}

void remove_former(const fs::path& root) {
  for (const char* name : kOurs) {
    std::error_code error;
    fs::remove_all(root / name, error);
    if (error)
      throw HarnessError({"cannot be removed", (root / name).string(), "a results folder that can be written",
                          error.message(), shell_command("ls -ld {}", root / name)});
  }
}

/// Adds `record`, or replaces the earlier record of its pair.
void put(std::vector<PairResult>& records, std::map<PairId, std::size_t>& places, PairResult record) {
  const auto [place, fresh] = places.emplace(record.pair, records.size());
  if (fresh) {
    records.push_back(std::move(record));
  } else {
    records[place->second] = std::move(record);
  }
}

struct ReadLines {
  std::vector<PairResult> records;
  std::map<PairId, std::size_t> places;  ///< Indices of `records`.
  std::size_t whole_bytes = 0;           ///< Up to the end of the last whole line.
};

/// Calls `take` with each whole line and its number from 1. Returns the bytes of the whole lines. The rest is
/// a torn line.
template <typename Take>
std::size_t for_each_line(const fs::path& file, const Take& take) {
  const std::string bytes = read_file(file).value_or("");
  std::size_t begin = 0, number = 0;
  for (std::size_t end = 0; (end = bytes.find('\n', begin)) != std::string::npos; begin = end + 1)
    take(std::string_view(bytes).substr(begin, end - begin), ++number);
  return begin;
}

std::string place_of(const fs::path& file, std::size_t number) {
  return file.string() + ":" + std::to_string(number);
}

ReadLines read_lines(const fs::path& file) {
  ReadLines result;
  result.whole_bytes = for_each_line(file, [&](std::string_view line, std::size_t number) {
    put(result.records, result.places, decode_record(std::string(line), place_of(file, number)));
  });
  return result;
}

/// The file of a folder's records. InputError if there is none.
fs::path records_of(const fs::path& results_folder) {
  if (!has_records(results_folder))
    throw InputError({"no results here", results_folder.string(), "results.jsonl of an assay check",
                      "nothing", Command{"check", {"--results", results_folder}}});
  return lines_file(results_folder);
}

fs::path pair_path(const char* kind, const PairId& pair) {
  return fs::path(kind) / pair.case_id /
         (std::string(to_string(pair.method)) + "@" + std::string(to_string(pair.device)) + ".json");
}

/// The path of a pair's file, with its folder made. Everything below the root is ours: a file or link in the
/// place of a folder is removed.
fs::path pair_file(const fs::path& root, const char* kind, const PairId& pair) {
  const fs::path below = pair_path(kind, pair);
  fs::path folder = root;
  for (const fs::path& name : below.parent_path()) {
    folder /= name;
    std::error_code unknown;
    const fs::file_status status = fs::symlink_status(folder, unknown);
    if (fs::exists(status) && !fs::is_directory(status)) fs::remove(folder, unknown);
  }
  make_folder(folder);
  return root / below;
}

/// By rename: a reader finds the whole file or none.
void write_whole(const fs::path& file, const std::string& text) {
  if (const std::error_code error = replace_file(file, text)) fail_to_write(file, error.message());
}

void require_same_shard(const RunHead& former, const RunHead& head, const fs::path& root) {
  std::optional<ErrorParts> refusal = difference(head, former);
  if (!refusal && former.shard != head.shard)
    refusal = ErrorParts{.what = "another shard",
                         .expected = "shard " + to_string(head.shard),
                         .found = "shard " + to_string(former.shard)};
  if (!refusal) return;
  refusal->what = "cannot be gone on with: " + refusal->what;
  refusal->where = root.string();
  refusal->next = shard_command(former, former.shard.index) +
                  shell_command(" --resume --results {}, or --results with another folder", root);
  throw InputError(*refusal);
}

std::string results_text(std::vector<PairResult> records) {
  std::ranges::sort(records, {}, &PairResult::pair);
  std::string text = "{\"assay_results\": 1,\n \"totals\": {";
  const char* separator = "";
  for (const auto& [verdict, count] : summarize(records).totals) {
    text += separator + ("\"" + std::string(to_string(verdict))) + "\": " + std::to_string(count);
    separator = ", ";
  }
  text += "},\n \"pairs\": [";
  separator = "\n  ";
  for (const PairResult& record : records) {
    text += separator + encode_record(record);
    separator = ",\n  ";
  }
  return text + "\n ]}\n";
}

}  // namespace

ResultsFolder::ResultsFolder(fs::path root, OpenFor mode) : root_(prepared(std::move(root))), lock_(root_) {
  const fs::path file = lines_file(root_);
  if (mode == OpenFor::kFresh) {
    remove_former(root_);
  } else {
    ReadLines found = read_lines(file);
    records_ = std::move(found.records);
    places_ = std::move(found.places);
    std::error_code ignored;
    if (fs::file_size(file, ignored) > found.whole_bytes && fs::exists(file))
      fs::resize_file(file, found.whole_bytes);
  }
  out_.open(file, std::ios::binary | std::ios::app);
  if (!out_) fail_to_write(file, std::strerror(errno));
}

void ResultsFolder::begin(const RunHead& head) {
  const std::optional<RunHead> former = read_head(root_);
  const bool in_shards = former && (former->shard.count > 1 || head.shard.count > 1);
  if (in_shards) require_same_shard(*former, head, root_);
  write_whole(root_ / "run.json", encode_head(head));
}

void ResultsFolder::append(const PairResult& result) {
  out_ << encode_record(result) + "\n" << std::flush;
  if (!out_) fail_to_write(lines_file(root_), std::strerror(errno));
  put(records_, places_, result);
}

const PairResult* ResultsFolder::find(const PairId& pair) const {
  const auto place = places_.find(pair);
  return place == places_.end() ? nullptr : &records_[place->second];
}

void ResultsFolder::finish() { write_whole(root_ / "results.json", results_text(records_)); }

fs::path ResultsFolder::graph_file(const PairId& pair) const { return pair_file(root_, "graphs", pair); }

fs::path ResultsFolder::pending_file(const PairId& pair) const { return pair_file(root_, "pending", pair); }

fs::path ResultsFolder::untransformed_file(const PairId& pair) const {
  return pair_file(root_, "untransformed", pair);
}

fs::path ResultsFolder::lowered_file(const PairId& pair) const { return pair_file(root_, "lowered", pair); }

fs::path ResultsFolder::repeated_file(const PairId& pair) const { return pair_file(root_, "repeated", pair); }

fs::path graph_path(const PairId& pair) { return pair_path("graphs", pair); }

fs::path lowered_path(const PairId& pair) { return pair_path("lowered", pair); }

bool has_records(const fs::path& results_folder) { return fs::exists(lines_file(results_folder)); }

std::vector<PairResult> read_records(const fs::path& results_folder) {
  return read_lines(records_of(results_folder)).records;
}

std::optional<PairResult> read_record(const fs::path& results_folder, const PairId& pair) {
  const fs::path file = records_of(results_folder);
  std::string beginning = pair_json(pair).dump();  // common beginning of the pair's records, as encode_record
                                                   // writes them
  beginning.back() = ',';
  std::string record;
  std::size_t last = 0;
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    if (!line.starts_with(beginning)) return;
    record = line;
    last = number;
  });
  if (last == 0) return std::nullopt;
  return decode_record(record, place_of(file, last));
}

std::vector<PairResult> read_record_file(const fs::path& file) {
  if (!fs::is_regular_file(file))
    throw InputError({"no results here", file.string(), "results.jsonl of an assay check", "no such file",
                      command_to_look_for(file)});
  return read_lines(file).records;
}

GraphFile load_graph(const std::filesystem::path& results_folder, const PairResult& record) {
  return load_captured_file((results_folder / record.graph).string());
}

}  // namespace assay
