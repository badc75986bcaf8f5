// From how a pair ended to its record: outcome, expectation, golden, proposal, and the command to type next.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "harness/check/check_plan.h"
#include "harness/results/results_folder.h"
#include "harness/run/disk_room.h"
#include "harness/run/pool.h"

namespace assay {

/// What a capture that replays is held against besides.
enum class AgreedBy : std::uint8_t {
  kGolden,
  kReplay,  ///< nothing: that it replays is all that is asked
};

/// Files of a run, as the record and its messages name them.
struct RunFiles {
  const Project& project;
  const ResultsFolder& results;
  AgreedBy agreed = AgreedBy::kGolden;
  std::string python_path = {};  ///< $PYTHONPATH of the run
  /// Where pairs write; for tests of a disk that is full.
  std::function<std::optional<std::uintmax_t>(const std::filesystem::path&)> disk_room = assay::disk_room;
};

/// Judges `ending` of `planned`: reads the captured graph, compares it with its golden and leaves a proposal
/// under pending/ when it is new or differs. Touches nothing under golden/.
///
/// A pair for which the machine had no process, and one that fails while the disk is full, is `missing`: no
/// method is blamed, and --resume runs it. Whatever a child has left is data of its pair: a graph that cannot
/// be read, and one without nodes, since nothing captured is never a match, is a pair that `raises` in stage
/// `write`, expected by no case. Only what cannot be written is a HarnessError.
///
/// What replays otherwise than eager is compared too: a golden of a capture known to be wrong still tells
/// drift (`differs`), and an unexpected failure tells both. No golden is asked for where the case expects
/// `diverges` or `replay_fails`; the proposal is there for who wants one. A replay that was asked for and not
/// reported is `replay_fails`.
///
/// Of a case with a transform, what the pass changes must be what the case says under `changes`: where it is
/// not, a green verdict becomes `differs`, whatever was expected of the replay.
///
/// Where replay alone is asked for, a capture that replays is a `match`, and a failure's explanation has its
/// place in PyTorch (harness/operators/raised_at.h).
PairResult judge(const PlannedPair& planned, const PairEnding& ending, const RunFiles& files);

/// The record of how the pair ended, before anything is expected of it: its verdict is not set.
PairResult record_of(const PlannedPair& planned, const PairEnding& ending);

/// Why a pair may have failed for want of room; empty: there is some wherever it writes.
std::string full_disk(const PairEnding& ending, const RunFiles& files);

/// The operators that a pair's replay ran, where they were recorded.
std::optional<Coverage> coverage_of(const protocol::Ended& ended);

/// The record of a pair that its method declares it cannot do on the phantom, without running it.
PairResult unsupported(const PlannedPair& planned, const Worker& worker, std::string reason);

}  // namespace assay
