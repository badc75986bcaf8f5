// Run plans: the runs of a replay, chosen before the first run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capture/side_by_side/replay_setup.h"
#include "harness/graph/graph.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// Whether a run of eager computes gradients.
enum class Gradients : std::uint8_t {
  kAsCase,
  kOff,    ///< grad mode is off
  kTurned  ///< swaps which inputs require a gradient
};

/// Treatment of whole numbers and bools that the case makes equal in each run.
enum class WholeNumbers : std::uint8_t {
  kMixed,  ///< other values
  kNear,   ///< kept, except that a buffer of one number moves by one towards zero
  kKept
};

struct RunPlan {
  RunKind kind = RunKind::kSame;
  int index = 0;
  std::string name;
  std::uint64_t seed = 0;
  WholeNumbers whole = WholeNumbers::kMixed;
  bool puts_back = false;     ///< restores Python attributes of modules to before the first run
  bool keeps_states = false;  ///< parameters and buffers keep the values of earlier runs
  Gradients gradients = Gradients::kAsCase;
  friend bool operator==(const RunPlan&, const RunPlan&) = default;
};

/// Graphs with at most this many operators get more runs, because these cost next to nothing.
inline constexpr std::size_t kFewOperators = 300;

/// In order:
/// - the capture's inputs, fresh values, far values that random draws do not reach, other strides;
/// - inf and nan, for few operators;
/// - the case's own inputs, aliased inputs, other sizes, the other mode;
/// - large values, for few operators;
/// - another value of each number or text.
/// `operators`: of the graphs; `plain`: names of the numbers and texts among the inputs.
std::vector<RunPlan> plan_runs(const ReplaySetup& setup, std::uint64_t seed, std::size_t operators,
                               const std::vector<std::string>& plain);
/// Additional runs for a program that draws: fresh values with other seeds.
std::vector<RunPlan> plan_other_draws(std::uint64_t seed, std::size_t operators);

/// Whether Assay chose the inputs of such a run. Eager may refuse them.
bool is_ours(RunKind kind);
/// Far, large and infinite values.
bool is_extreme(RunKind kind);
/// Whether a capture always guards such a run: Dynamo guards strides, symbolic traces fix a size of 1, and
/// numbers are constants.
bool is_always_guarded(const RunPlan& plan);
/// Whether the run changes the states on purpose.
bool moves_states(const RunPlan& plan);
/// Chooses whole numbers that eager more likely accepts, for another try of this run. False if none are left.
bool eases_whole_numbers(RunPlan& plan);

/// Sizes on either side of each bound that ranges and guards of `graphs` put on a single symbol; ascending.
std::vector<int> sizes_at_bounds(const std::vector<const Graph*>& graphs);

}  // namespace assay::replay
