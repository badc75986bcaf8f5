// Run plans: which runs a replay makes, before it makes any.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capture/side_by_side/script.h"
#include "harness/graph/graph.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// Whether gradients are taken in a run of eager's.
enum class Gradients : std::uint8_t {
  kAsCase,
  kOff,    ///< grad mode is off
  kTurned  ///< those inputs require one that do not in the case, and the reverse
};

/// What becomes of whole numbers and bools that the case makes alike in each run.
enum class WholeNumbers : std::uint8_t {
  kMixed,  ///< other ones
  kNear,   ///< kept, but a buffer of one number moves by one towards zero
  kKept
};

struct RunPlan {
  RunKind kind = RunKind::kSame;
  int index = 0;
  std::string name;
  std::uint64_t seed = 0;
  WholeNumbers whole = WholeNumbers::kMixed;
  bool puts_back = false;     ///< Python attributes of modules are again as before the first run
  bool keeps_states = false;  ///< parameters and buffers stay as runs leave them
  Gradients gradients = Gradients::kAsCase;
  friend bool operator==(const RunPlan&, const RunPlan&) = default;
};

/// A graph of at most so many operators is run more often: it costs next to nothing.
inline constexpr std::size_t kFewOperators = 300;

/// The inputs of the capture, fresh ones, values that a draw does not reach, other strides; then what the
/// case asks for: its own inputs, aliased ones, other sizes, the other mode; large values, then another value
/// of each number or text. `operators`: of the graphs; `plain`: the names of those among the inputs.
std::vector<RunPlan> plan_runs(const Script& script, std::uint64_t seed, std::size_t operators,
                               const std::vector<std::string>& plain);
/// What follows for a program that draws: the same with other seeds.
std::vector<RunPlan> plan_other_draws(std::uint64_t seed, std::size_t operators);

/// Eager may not take what such a run gives: nobody but us asked for it.
bool is_ours(RunKind kind);
/// Far, large, infinite values.
bool is_extreme(RunKind kind);
/// Dynamo guards all strides, every symbolic trace takes a size of 1 for a number, and numbers are constants.
bool is_always_guarded(const RunPlan& plan);
/// Whether it is about the states, which it moves.
bool moves_states(const RunPlan& plan);
/// Chooses whole numbers that eager more likely takes, for the next try of this run. False: there are none
/// left.
bool eases_whole_numbers(RunPlan& plan);

/// Sizes on either side of each bound that the ranges and guards of `graphs` put on one symbol; ascending.
std::vector<int> sizes_at_bounds(const std::vector<const Graph*>& graphs);

}  // namespace assay::replay
