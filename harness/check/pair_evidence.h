// PairEvidence: all that a pair has left, read once, before anything is decided.
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

/// Where the files of a run are.
struct RunFiles {
  const RunTerms& terms;
  const ResultsFolder& results;
  /// Where pairs write; for tests of a disk that is full.
  std::function<std::optional<std::uintmax_t>(const std::filesystem::path&)> disk_room = assay::disk_room;
};

struct CapturedGraph {
  std::size_t nodes = 0, edges = 0;
  std::vector<BreakPlace> breaks = {};
};

struct PairEvidence {
  Ruling ruling = {};
  std::filesystem::path graph_file = {}, untransformed_file = {};
  bool is_written = false;                               ///< the graph file is whole
  std::optional<CapturedGraph> graph = {};               ///< nothing: not read
  std::optional<GoldenStore::Judgement> golden = {};     ///< nothing: not asked
  std::filesystem::path pending = {};                    ///< the proposal that was left; empty: none
  std::optional<std::vector<std::string>> changes = {};  ///< of a transform, as `changes` of a case says them
  std::string raised_at = {};  ///< of a failure: protocol::Ended::raised_at; only where replay alone is asked
  std::string unreadable = {};  ///< why what was left is no capture; nothing else then counts
  std::string full_disk = {};   ///< why a failure may be for want of room
};

/// Reads what the pair of `facts` has left, as far as its outcome asks for it, and leaves a proposal under
/// pending/ when its graph is new or differs. Touches nothing under golden/. Whatever a child has left is
/// data of its pair: what cannot be read is evidence. HarnessError where a proposal cannot be written.
PairEvidence examine(const PairResult& facts, const PlannedPair& planned, const PairEnding& ending,
                     const RunFiles& files);

/// Why a pair may have failed for want of room; empty: there is some wherever it writes.
std::string full_disk(const PairEnding& ending, const RunFiles& files);

/// From the stage `replay` on the graph file is whole, also of a pair that crashed or ran out of time there.
bool should_be_written(const PairResult& facts);

}  // namespace assay
