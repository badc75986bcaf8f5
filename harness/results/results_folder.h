// ResultsFolder: run.json, results.jsonl, results.json, graphs/, pending/, lock (docs/report.md).
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

/// Results of a run. A record is appended and flushed when its pair ends, so an interrupted run keeps its
/// records. A later record of a pair replaces an earlier record. `lock` is held by flock: a second writer
/// gets a HarnessError that names the holder. A fresh run removes the former run's files. InputError, and
/// nothing is removed, if such files are in a folder that never held results or are links.
class ResultsFolder {
 public:
  ResultsFolder(std::filesystem::path root, OpenFor mode);

  /// Writes run.json before the first pair. InputError on resuming a shard with another shard or another run.
  /// A run without shards may be resumed with other filters. run.json then has the last list.
  void begin(const RunHead& head);
  void append(const PairResult& result);
  /// Writes results.json ("assay_results": 1, schema in results.schema.json) by rename. Records are sorted by
  /// pair.
  void finish();
  const std::vector<PairResult>& records() const { return records_; }  ///< With those found on a resume.
  const PairResult* find(const PairId& pair) const;                    ///< nullptr without a record.
  /// These functions make the folder of the file.
  std::filesystem::path graph_file(const PairId& pair) const;    ///< graphs/CASE/METHOD@DEVICE.json
  std::filesystem::path pending_file(const PairId& pair) const;  ///< pending/CASE/METHOD@DEVICE.json
  /// untransformed/CASE/METHOD@DEVICE.json: the graph without the transform, for a case with a transform.
  std::filesystem::path untransformed_file(const PairId& pair) const;
  /// lowered/CASE/METHOD@DEVICE.json: the graph lowered to ATen, on request.
  std::filesystem::path lowered_file(const PairId& pair) const;
  /// repeated/CASE/METHOD@DEVICE.json: the capture of the last repetition.
  std::filesystem::path repeated_file(const PairId& pair) const;
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
  FolderLock lock_;
  std::ofstream out_;
  std::vector<PairResult> records_;
  std::map<PairId, std::size_t> places_;  ///< Indices of `records_`.
};

/// Records of a finished or interrupted run, the last record of each pair, in the order in which pairs first
/// ended. A torn last line (killed while writing) is dropped. InputError for any other bad line and for a
/// folder without results.
std::vector<PairResult> read_records(const std::filesystem::path& results_folder);
/// The record of a pair, without decoding the others: CTest asks for thousands of single pairs. Nothing
/// without a whole record.
std::optional<PairResult> read_record(const std::filesystem::path& results_folder, const PairId& pair);
/// The records of a results.jsonl under any name.
std::vector<PairResult> read_record_file(const std::filesystem::path& file);
bool has_records(const std::filesystem::path& results_folder);

/// Paths of a pair's files below any results folder: "graphs/CASE/METHOD@DEVICE.json" and "lowered/..".
std::filesystem::path graph_path(const PairId& pair);
std::filesystem::path lowered_path(const PairId& pair);
/// The capture of a record of `results_folder`. InputError if it cannot be read.
GraphFile load_graph(const std::filesystem::path& results_folder, const PairResult& record);
/// A JSON line without its end. HarnessError for a cost that is not finite.
std::string encode_record(const PairResult& result);
/// `where` ("build/results/results.jsonl:7") is for messages. Strict: all required keys, no unknown key,
/// correct types.
PairResult decode_record(const std::string& line, const std::string& where);

}  // namespace assay
