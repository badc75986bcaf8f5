// PairEvidence: all results of a pair, read once before its verdict.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/check/ruling.h"
#include "harness/check/run_terms.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/graph_breaks.h"
#include "harness/results/results_folder.h"
#include "harness/run/disk_room.h"

namespace assay {

/// The files of a run.
struct RunFiles {
  const RunTerms& terms;
  const ResultsFolder& results;
  /// Free bytes at a folder. Tests replace it to simulate a full disk.
  std::function<std::optional<std::uintmax_t>(const std::filesystem::path&)> disk_room = assay::disk_room;
};

struct CapturedGraph {
  std::size_t nodes = 0, edges = 0;
  std::vector<BreakPlace> breaks = {};
};

struct PairEvidence {
  Ruling ruling = {};
  std::filesystem::path graph_file = {}, untransformed_file = {};
  bool is_written = false;                               ///< the graph file is complete
  std::optional<CapturedGraph> graph = {};               ///< nothing: not read
  std::optional<GoldenStore::Judgement> golden = {};     ///< nothing: not compared
  std::filesystem::path pending = {};                    ///< the proposal written; empty: none
  std::optional<std::vector<std::string>> changes = {};  ///< by a transform, in the form of `changes`
  std::string raised_at = {};   ///< protocol::Ended::raised_at of a failure; only with AgreedBy::kReplay
  std::string unreadable = {};  ///< why the capture is unreadable; all other evidence is then ignored
  std::string full_disk = {};   ///< why a failure may come from a full disk
};

/// Reads the files of a pair that its outcome calls for. Writes a proposal under pending/ if its graph is new
/// or differs. Touches nothing under golden/. Unreadable files from a child are evidence. HarnessError where
/// a proposal cannot be written.
PairEvidence examine(const PairResult& facts, const PlannedPair& planned, const PairEnding& ending,
                     const RunFiles& files);

/// Why a pair may have failed on a full disk. Empty if there is room.
std::string full_disk(const PairEnding& ending, const RunFiles& files);

/// Whether a complete graph file is expected: from stage `replay` on, even after a crash or timeout there.
bool should_be_written(const PairResult& facts);

}  // namespace assay
