// ReplayReport: what executing a captured graph file against eager showed (design section 8). Data only.
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

/// Of one run, and of a replay as a whole: the worst of its runs. Ordered from best to worst.
enum class ReplayVerdict : std::uint8_t {
  kReplays,    ///< every value agrees
  kGuarded,    ///< other values, or none, but only outside the guards that the capture carries
  kUndecided,  ///< other values, which rounding alone may give as well as another program
  kDiverges,   ///< executed to other values: silently wrong
  kFails,      ///< the file cannot be executed
  kEagerFails  ///< eager itself raises on the inputs it was captured with: nothing to hold the file against
};

/// What a run gives the program.
enum class RunKind : std::uint8_t {
  kSame,          ///< the inputs it was captured with
  kFresh,         ///< the same shapes, other values, on the program that has already run once
  kFarValues,     ///< zeros of both signs, bounds of clamps, large and tiny values, repeats among fresh ones
  kOtherStrides,  ///< the same shapes in memory of other strides
  kNotFinite,     ///< an inf, a -inf and a nan among fresh values
  kGiven,         ///< inputs that the case provides ("replay": {"inputs": ..})
  kAliased,       ///< one tensor in two places ("replay": {"alias": ..})
  kOtherSize,     ///< another size in the dimensions that the case calls dynamic
  kFlippedTraining,  ///< train for eval, or the reverse ("replay": {"flip_training": true})
  kOtherPlain        ///< another value of one number or text of Python's among the inputs
};

/// Differences that a case, or its method, states to be none ("replay": {"policy": ["kept_precision"]}).
enum class ReplayPolicy : std::uint8_t {
  kKeptPrecision,    ///< a chain of 16-bit operators is computed in more digits, as Inductor does
  kDrawOrder,        ///< random numbers are drawn in another order
  kOrderOfEquals,    ///< equal values, or values that rounding alone parts, come in another order
  kFoldedConstants,  ///< constants are computed at capture, in single precision
  kFinite,           ///< inputs are finite: what inf and nan become is not asked
  kSameStrides,      ///< inputs lie in memory as the case lays them
};
std::string_view to_string(ReplayPolicy policy);
std::optional<ReplayPolicy> replay_policy_from_string(std::string_view name);
std::vector<std::string> replay_policy_names();

/// Why values that differ may be rounding and may be not.
enum class DoubtKind : std::uint8_t {
  kChaos,  ///< the program makes so much of rounding that its own value says nothing
  kTie,    ///< whole numbers, or a choice among values, that rounding alone decides
};

struct Doubt {
  DoubtKind kind = DoubtKind::kChaos;
  std::uint64_t elements = 0, of = 0;  ///< undecided ones, of those of the value
  friend bool operator==(const Doubt&, const Doubt&) = default;
};
/// A model with a thousand gradients does not list them all.
inline constexpr std::size_t kMostObservations = 64;

struct ReplayRun {
  RunKind kind = RunKind::kSame;
  std::string name = {};  ///< "same inputs", "fresh values", "replay.inputs[0]", ..
  ReplayVerdict verdict = ReplayVerdict::kReplays;
  bool bitwise = false;  ///< every value agreed bit by bit
  bool fp64 = false;     ///< decided in float64: eager and the graph both ran in it
  /// Where they are the same there: how many times worse than eager the graph rounds.
  std::optional<double> precision = {};
  std::string no_fp64 = {};                 ///< why tolerances decided; empty where they did not
  std::vector<ReplayPolicy> policies = {};  ///< those without which it would not replay
  std::optional<Doubt> doubt = {};          ///< of the first value that is undecided
  std::string left_out = {};  ///< why the run could not be made, and says nothing; empty where it was
  std::string message = {};   ///< what differed most, or which guard excludes the run; empty when it replays
  /// Of a run that diverges or fails: all by which it shows it, up to kMostObservations.
  std::vector<Observation> observations = {};
};

/// The largest error of one dtype over all compared values of all runs that replay.
struct ReplayError {
  double absolute = 0, relative = 0;
};

/// The first operator whose value departs from what eager computed there.
struct Departure {
  std::string graph = {};
  std::uint32_t node = 0;
  std::string target = {};               ///< "aten.mul.Tensor"
  std::string expected = {};             ///< bounded: shape, dtype and the first elements that differ
  std::string found = {};                ///< likewise
  bool of_type = false;                  ///< they have another type or shape, not only other elements
  std::string module = {}, source = {};  ///< of the node, where known
  friend bool operator==(const Departure&, const Departure&) = default;
};

/// What a replay shows beside values: no graph that a compiler reads computes anything else because of it, so
/// it changes no verdict.
enum class FindingKind : std::uint8_t {
  kMetadata,     ///< an output is not what the file says of it, and nobody uses it
  kStride,       ///< a result lies in memory otherwise than eager's
  kGenerator,    ///< the generator is left in another state than by eager
  kPythonState,  ///< eager changes what a module holds in Python, the capture does not
  kNotRaised,    ///< eager raises on inputs that we made, the capture gives a value
  kRefused,      ///< eager takes inputs of other strides, the capture does not
  kNotAsked,     ///< the file states a guard that what PyTorch gives its user does not ask
  kTooNarrow,    ///< what PyTorch gives its user refuses inputs for which the graph is right
  kNoGradient,   ///< one side gives no gradient where the other gives zeros
  kSpecialised,  ///< a number or text among the inputs is a constant of the graph, and nothing refuses
                 ///< another
  kMode,         ///< eager hangs on whether gradients are taken, which the graph has as it was at capture
  kMadeOnce,     ///< eager makes something of its states once, and goes on with that when they move
};

struct Finding {
  FindingKind kind = FindingKind::kMetadata;
  std::string message;               ///< one line
  std::optional<Departure> at = {};  ///< of kMetadata: the output
  friend bool operator==(const Finding&, const Finding&) = default;
};

struct ReplayReport {
  ReplayVerdict verdict = ReplayVerdict::kReplays;
  std::string message;          ///< one line; empty when it replays
  std::vector<ReplayRun> runs;  ///< at least one, unless it failed before the first
  std::map<DType, ReplayError> errors;
  std::optional<Departure> departure;
  std::vector<Finding> findings = {};  ///< the first of each kind
  bool through_table = false;          ///< of a phantom capture: on the CPU through the table of replacements
  std::uint64_t operators = 0;         ///< executed per run
  double seconds = 0;                  ///< all runs, eager included
};

/// The first run that ended as the whole replay did; none where it failed before the first.
const ReplayRun* deciding_run(const ReplayReport& report);
/// What that run says, or where it says nothing, the report.
const std::string& decided_by(const ReplayReport& report);

/// One line: the verdict, the first run that has it, and of what departs the operator with both values, e.g.
/// "diverges in run 'fresh values': forward/%7 aten.mul.Tensor: expected f32[2] 1 2, found f32[2] 1 3".
/// Of what replays "replays: 2 runs, 14 operators".
std::string describe(const ReplayReport& report);

/// What `describe` says behind the verdict: " in run 'fresh values': forward/%7 ..".
std::string details(const ReplayReport& report);

/// The most by which a run that float64 decided rounds worse than eager; none where no run was decided there.
std::optional<double> worst_precision(const ReplayReport& report);

/// It replays, inside the guards of the capture at least.
inline bool agrees(ReplayVerdict verdict) { return verdict <= ReplayVerdict::kGuarded; }

/// What it says of the pair comes from one run alone: all others were left out or lie outside the guards.
bool is_judged_once(const ReplayReport& report);

std::string_view to_string(ReplayVerdict), to_string(RunKind), to_string(FindingKind), to_string(DoubtKind);
std::optional<DoubtKind> doubt_kind_from_string(std::string_view);
std::optional<FindingKind> finding_kind_from_string(std::string_view);
std::optional<ReplayVerdict> replay_verdict_from_string(std::string_view);
std::optional<RunKind> run_kind_from_string(std::string_view);

}  // namespace assay
