// ReplayReport: what executing a captured graph file against eager showed (design section 8). Data only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/graph/dtype.h"

namespace assay {

/// Of one run, and of a replay as a whole: the worst of its runs. Ordered from best to worst.
enum class ReplayVerdict : std::uint8_t {
  kReplays,   ///< every value agrees
  kGuarded,   ///< other values, or none, but only outside the guards that the capture carries
  kDiverges,  ///< executed to other values: silently wrong
  kFails,     ///< the file cannot be executed
};

/// What a run gives the program.
enum class RunKind : std::uint8_t {
  kSame,            ///< the inputs it was captured with
  kFresh,           ///< the same shapes, other values, on the program that has already run once
  kGiven,           ///< inputs that the case provides ("replay": {"inputs": ..})
  kAliased,         ///< one tensor in two places ("replay": {"alias": ..})
  kOtherSize,       ///< another size in the dimensions that the case calls dynamic
  kFlippedTraining  ///< train for eval, or the reverse ("replay": {"flip_training": true})
};

struct ReplayRun {
  RunKind kind = RunKind::kSame;
  std::string name;  ///< "same inputs", "fresh values", "replay.inputs[0]", ..
  ReplayVerdict verdict = ReplayVerdict::kReplays;
  bool bitwise = false;  ///< every value agreed bit by bit
  bool fp64 = false;     ///< decided by a reference run in float64
  std::string message;   ///< what differed first, or which guard excludes the run; empty when it replays
};

/// The largest error of one dtype over all compared values of all runs that replay.
struct ReplayError {
  double absolute = 0, relative = 0;
};

/// The first operator whose value departs from what eager computed there.
struct Departure {
  std::string graph;
  std::uint32_t node = 0;
  std::string target;           ///< "aten.mul.Tensor"
  std::string expected, found;  ///< both values, bounded: shape, dtype and the first elements that differ
  std::string module, source;   ///< of the node, where known
  friend bool operator==(const Departure&, const Departure&) = default;
};

struct ReplayReport {
  ReplayVerdict verdict = ReplayVerdict::kReplays;
  std::string message;          ///< one line; empty when it replays
  std::vector<ReplayRun> runs;  ///< at least one, unless it failed before the first
  std::map<DType, ReplayError> errors;
  std::optional<Departure> departure;
  bool through_table = false;   ///< of a phantom capture: on the CPU through the table of replacements
  std::uint64_t operators = 0;  ///< executed per run
  double seconds = 0;           ///< all runs, eager included
};

/// One line: the verdict, the first run that has it, and of what departs the operator with both values, e.g.
/// "diverges in run 'fresh values': forward/%7 aten.mul.Tensor: expected f32[2] 1 2, found f32[2] 1 3".
/// Of what replays "replays: 2 runs, 14 operators".
std::string describe(const ReplayReport& report);

/// It replays, inside the guards of the capture at least.
inline bool agrees(ReplayVerdict verdict) { return verdict <= ReplayVerdict::kGuarded; }

std::string_view to_string(ReplayVerdict), to_string(RunKind);
std::optional<ReplayVerdict> replay_verdict_from_string(std::string_view);
std::optional<RunKind> run_kind_from_string(std::string_view);

}  // namespace assay
