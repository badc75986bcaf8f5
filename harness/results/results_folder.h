// ResultsFolder: run.json, results.jsonl, results.json, graphs/, pending/, lock (design section 2).
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/results/folder_lock.h"
#include "harness/results/pair_result.h"
#include "harness/results/run_head.h"

namespace assay {

enum class OpenFor { kFresh, kResume };

/// One run's results. Appends and flushes a record as its pair ends, so an interrupted run keeps what it has.
/// Holds `lock` (flock) for its life: a second writer is a HarnessError that says who holds it. A fresh run
/// removes the former run's records and files; where a folder that never held results has files of these
/// names, it is an InputError and nothing is removed. Records of one pair replace one another.
class ResultsFolder {
 public:
  ResultsFolder(std::filesystem::path root, OpenFor mode);

  /// Says what the run is of, before its first pair. A shard is resumed only as itself: where the folder
  /// holds another one, or another run's, it is an InputError. A run that is not in shards may be gone on
  /// with by other filters; then the list is the last one's.
  void begin(const RunHead& head);
  void append(const PairResult& result);
  /// Writes results.json ("assay_results": 1, schema in results.schema.json) from the records, sorted by
  /// pair, by rename.
  void finish();
  const std::vector<PairResult>& records() const { return records_; }  ///< of a resumed run: with those found
  const PairResult* find(const PairId& pair) const;                    ///< null: it has no record
  /// Each makes the folder that the file goes into.
  std::filesystem::path graph_file(const PairId& pair) const;    ///< graphs/CASE/METHOD@DEVICE.json
  std::filesystem::path pending_file(const PairId& pair) const;  ///< pending/CASE/METHOD@DEVICE.json
  /// untransformed/CASE/METHOD@DEVICE.json: of a case with a transform, the graph without it
  std::filesystem::path untransformed_file(const PairId& pair) const;
  /// lowered/CASE/METHOD@DEVICE.json: the graph lowered to ATen, where that was asked for
  std::filesystem::path lowered_file(const PairId& pair) const;
  /// repeated/CASE/METHOD@DEVICE.json: what the pair captured when it was last run again
  std::filesystem::path repeated_file(const PairId& pair) const;
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
  FolderLock lock_;
  std::ofstream out_;
  std::vector<PairResult> records_;
  std::map<PairId, std::size_t> places_;  ///< in `records_`
};

/// Records of a finished or interrupted run, the last one of each pair, in the order in which pairs first
/// ended. A torn last line (killed while writing) is dropped; any other bad line, and a folder without
/// results, is an InputError.
std::vector<PairResult> read_records(const std::filesystem::path& results_folder);
/// One pair's, without reading the others: CTest asks thousands of times, for one each. Nothing: it has no
/// whole record.
std::optional<PairResult> read_record(const std::filesystem::path& results_folder, const PairId& pair);
/// The records of a results.jsonl by itself, under whatever name.
std::vector<PairResult> read_record_file(const std::filesystem::path& file);
bool has_records(const std::filesystem::path& results_folder);

/// "graphs/CASE/METHOD@DEVICE.json" and "lowered/..": where a pair's files are below a results folder,
/// wherever that is now.
std::filesystem::path graph_path(const PairId& pair);
std::filesystem::path lowered_path(const PairId& pair);
/// The capture that a record of `results_folder` names; InputError when it cannot be read.
GraphFile load_graph(const std::filesystem::path& results_folder, const PairResult& record);
/// One JSON line without its end. HarnessError for a number that is not finite: results hold no NaN.
std::string encode_record(const PairResult& result);
/// `where` ("build/results/results.jsonl:7") is for messages. Strict: every key, no other, each of its type.
PairResult decode_record(const std::string& line, const std::string& where);

}  // namespace assay
