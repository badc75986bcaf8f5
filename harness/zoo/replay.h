// ReplayReport: results of executing a captured graph file against eager (docs/judging.md). Data only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/graph/dtype.h"
#include "harness/zoo/observation.h"

namespace assay {

/// Verdict of a run, and of a replay as a whole: the worst of its runs. Ordered from best to worst.
enum class ReplayVerdict : std::uint8_t {
  kReplays,    ///< Every value agrees.
  kGuarded,    ///< Values differ or are missing, but only outside the guards of the capture.
  kUndecided,  ///< Values differ, and rounding alone may explain it.
  kDiverges,   ///< Values differ: the graph is silently wrong.
  kFails,      ///< The file cannot be executed.
  kEagerFails  ///< Eager itself raises on the inputs of the capture: there is no reference.
};

/// The inputs of a run.
enum class RunKind : std::uint8_t {
  kSame,             ///< The inputs of the capture.
  kFresh,            ///< The same shapes with other values, on a program that has already run once.
  kFarValues,        ///< Fresh values with signed zeros, bounds of clamps, large and tiny values, repeats.
  kOtherStrides,     ///< The same shapes with other strides.
  kNotFinite,        ///< Fresh values with an inf, a -inf and a nan.
  kGiven,            ///< Inputs that the case provides ("replay": {"inputs": ..}).
  kAliased,          ///< One tensor in two places ("replay": {"alias": ..}).
  kOtherSize,        ///< Another size in the dimensions that the case calls dynamic.
  kFlippedTraining,  ///< Eval for train, or the reverse ("replay": {"flip_training": true}).
  kOtherPlain        ///< Another value of a Python number or text among the inputs.
};

/// Differences that a case or its method declares acceptable ("replay": {"policy": ["kept_precision"]}).
enum class ReplayPolicy : std::uint8_t {
  kKeptPrecision,    ///< A chain of 16-bit operators is computed in higher precision, as in Inductor.
  kDrawOrder,        ///< Random numbers are drawn in another order.
  kOrderOfEquals,    ///< Values that are equal, or that differ by rounding alone, come in another order.
  kFoldedConstants,  ///< Constants are computed at capture, in single precision.
  kFinite,           ///< Inputs are finite. Runs with inf and nan are left out.
  kSameStrides,      ///< Inputs keep the strides of the case. Runs with other strides are left out.
};
std::string_view to_string(ReplayPolicy policy);
std::optional<ReplayPolicy> replay_policy_from_string(std::string_view name);
std::vector<std::string> replay_policy_names();

/// Why a difference may be rounding.
enum class DoubtKind : std::uint8_t {
  kChaos,  ///< The program amplifies rounding so much that its own value is meaningless.
  kTie,    ///< Rounding alone decides whole numbers or a choice among values.
};

struct Doubt {
  DoubtKind kind = DoubtKind::kChaos;
  std::uint64_t elements = 0, of = 0;  ///< Undecided elements, and all elements of the value.
  friend bool operator==(const Doubt&, const Doubt&) = default;
};
/// Most observations of a run: a model may have a thousand gradients.
inline constexpr std::size_t kMostObservations = 64;

struct ReplayRun {
  RunKind kind = RunKind::kSame;
  std::string name = {};  ///< "same inputs", "fresh values", "replay.inputs[0]", ..
  ReplayVerdict verdict = ReplayVerdict::kReplays;
  bool bitwise = false;  ///< Every value agreed bit by bit.
  bool fp64 = false;     ///< Decided in float64: eager and the graph both ran in it.
  /// If eager and the graph agree in float64: the graph's rounding error as a multiple of eager's.
  std::optional<double> precision = {};
  std::string no_fp64 = {};                 ///< Why tolerances decided. Empty if they did not.
  std::vector<ReplayPolicy> policies = {};  ///< Policies without which it would not replay.
  std::optional<Doubt> doubt = {};          ///< Of the first undecided value.
  std::string left_out = {};                ///< Why the run was left out. Empty if it counts.
  std::string message = {};  ///< The largest difference, or the guard that excludes it. Empty if it replays.
  /// All differences of a run that diverges or fails, up to kMostObservations.
  std::vector<Observation> observations = {};
};

/// Largest error of a dtype over all compared values of all runs that replay.
struct ReplayError {
  double absolute = 0, relative = 0;
};

/// The first operator whose value departs from eager's.
struct Departure {
  std::string graph = {};
  std::uint32_t node = 0;
  std::string target = {};               ///< "aten.mul.Tensor"
  std::string expected = {};             ///< Bounded: shape, dtype and the first elements that differ.
  std::string found = {};                ///< In the same form.
  bool of_type = false;                  ///< Type or shape differ, not only elements.
  std::string module = {}, source = {};  ///< Of the node, where known.
  friend bool operator==(const Departure&, const Departure&) = default;
};

/// Differences that leave the verdict unchanged: no value that a compiler computes from the graph depends on
/// them.
enum class FindingKind : std::uint8_t {
  kMetadata,     ///< An output contradicts its metadata in the file and has no users.
  kStride,       ///< A result has other strides than eager's.
  kGenerator,    ///< The generator ends in another state than after eager.
  kPythonState,  ///< Eager changes Python state of a module, the capture does not.
  kNotRaised,    ///< Eager raises on inputs that Assay made, the capture returns a value.
  kRefused,      ///< Eager accepts inputs of other strides, the capture does not.
  kNotAsked,     ///< The callable from PyTorch does not check a guard that the file states.
  kTooNarrow,    ///< The callable from PyTorch refuses inputs for which the graph is right.
  kNoGradient,   ///< One side has no gradient, the other has zeros.
  kSpecialised,  ///< A number or text among the inputs is a constant of the graph. No guard checks it.
  kMode,         ///< Eager depends on whether gradients are taken. The graph keeps the mode of the capture.
  kMadeOnce,     ///< Eager computes a value from its states once and keeps it when they change.
};

struct Finding {
  FindingKind kind = FindingKind::kMetadata;
  std::string message;               ///< One line.
  std::optional<Departure> at = {};  ///< The output, for kMetadata.
  friend bool operator==(const Finding&, const Finding&) = default;
};

struct ReplayReport {
  ReplayVerdict verdict = ReplayVerdict::kReplays;
  std::string message;          ///< One line. Empty when it replays.
  std::vector<ReplayRun> runs;  ///< At least one, unless it failed before the first run.
  std::map<DType, ReplayError> errors;
  std::optional<Departure> departure;
  std::vector<Finding> findings = {};  ///< The first of each kind.
  bool through_table = false;          ///< A phantom capture, run on the CPU by the table of replacements.
  std::uint64_t operators = 0;         ///< Executed per run.
  double seconds = 0;                  ///< All runs, eager included.
};

/// The first run with the verdict of the whole replay. nullptr if it failed before the first run.
const ReplayRun* deciding_run(const ReplayReport& report);
/// The message of the deciding run, or of the report if that is empty.
const std::string& decided_by(const ReplayReport& report);

/// One line: the verdict, the deciding run, and the departure with both values. Example: "diverges in run
/// 'fresh values': forward/%7 aten.mul.Tensor: expected f32[2] 1 2, found f32[2] 1 3". Without a difference:
/// "replays: 2 runs, 14 operators".
std::string describe(const ReplayReport& report);

/// The part of `describe` after the verdict: " in run 'fresh values': forward/%7 ..".
std::string details(const ReplayReport& report);

/// The largest `precision` of all runs. None if float64 decided no run.
std::optional<double> worst_precision(const ReplayReport& report);

/// It replays, at least inside the guards of the capture.
inline bool agrees(ReplayVerdict verdict) { return verdict <= ReplayVerdict::kGuarded; }

/// Whether the agreement rests on a single run. All others were left out or lie outside the guards.
bool is_judged_once(const ReplayReport& report);

std::string_view to_string(ReplayVerdict), to_string(RunKind), to_string(FindingKind), to_string(DoubtKind);
std::optional<DoubtKind> doubt_kind_from_string(std::string_view);
std::optional<FindingKind> finding_kind_from_string(std::string_view);
std::optional<ReplayVerdict> replay_verdict_from_string(std::string_view);
std::optional<RunKind> run_kind_from_string(std::string_view);

}  // namespace assay
