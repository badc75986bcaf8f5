// Mutations: the table of kinds, and the mutants drawn of each.
#include "harness/testing/defects/mutation.h"

#include <algorithm>
#include <array>

#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/testing/defects/changes.h"
#include "harness/testing/defects/harmless.h"
#include "harness/testing/defects/random.h"

namespace assay::defects {
namespace {

using enum MutationKind;

struct Row : Mutation {
  Changes (*changes)(const Original&, MutationKind);
};

Changes no_change(const Original&, MutationKind) { return {}; }

constexpr auto kRows = std::to_array<Row>({
    {{kSwapTangents, "swap_tangents", "two tangents of one shape change places"}, wiring_changes},
    {{kFlipTangent, "flip_tangent", "a tangent is read from its end"}, inserted_changes},
    {{kRollTangent, "roll_tangent", "a tangent is read one row off"}, inserted_changes},
    {{kTransposeTangent, "transpose_tangent", "a square tangent is read transposed"}, inserted_changes},
    {{kSwapArguments, "swap_arguments", "two operands of one shape change places, and their order matters"},
     wiring_changes},
    {{kSwapCommutative, "swap_commutative", "two operands change places, and their order does not matter"},
     wiring_changes},
    {{kSwapBranches, "swap_branches", "where takes the one for the other"}, wiring_changes},
    {{kSwapParameters, "swap_parameters", "two parameters of one shape change places"}, wiring_changes},
    {{kSwapBuffers, "swap_buffers", "two buffers of one shape change places"}, wiring_changes},
    {{kSwapInputs, "swap_inputs", "two inputs of one shape change places"}, wiring_changes},
    {{kSwapGradients, "swap_gradients", "two gradients of one shape change places"}, wiring_changes},
    {{kSwapResults, "swap_results", "two results of one shape change places"}, wiring_changes},
    {{kSwapSaved, "swap_saved", "two values that are kept for the backward change places"}, wiring_changes},
    {{kLoseGradient, "lose_gradient", "a gradient is None"}, wiring_changes},
    {{kZeroGradient, "zero_gradient", "a gradient is zeros"}, wiring_changes},
    {{kLoseResult, "lose_result", "a result is None"}, wiring_changes},
    {{kZeroResult, "zero_result", "a result is zeros"}, wiring_changes},
    {{kZeroBackward, "zero_backward", "a formula of the backward gives zeros"}, wiring_changes},
    {{kLoseOperator, "lose_operator", "an operator that keeps the shape is lost"}, wiring_changes},
    {{kOtherOutput, "other_output", "the neighbouring output of an operator that gives several"},
     wiring_changes},
    {{kTransposeSquare, "transpose_square", "a square weight is read transposed"}, inserted_changes},
    {{kTakeAnother, "take_another", "an operator reads another value of the same shape"}, wiring_changes},
    {{kChangeDim, "change_dim", "another dimension"}, constant_changes},
    {{kNudgeConstant, "nudge_constant", "a constant is off by 1e-4 of itself"}, constant_changes},
    {{kNudgeTensor, "nudge_tensor", "a constant tensor is off by 1e-4 of itself, or by one"}, baked_changes},
    {{kChangeEps, "change_eps", "an eps of ten times, or a tenth"}, constant_changes},
    {{kChangeFactor, "change_factor", "another alpha or beta"}, constant_changes},
    {{kChangePadding, "change_padding", "a padding of one more or less"}, constant_changes},
    {{kChangeStride, "change_stride", "a stride of one more or less"}, constant_changes},
    {{kChangeDilation, "change_dilation", "a dilation of one more"}, constant_changes},
    {{kFlipCeilMode, "flip_ceil_mode", "a pool rounds its size the other way"}, constant_changes},
    {{kFlipCountIncludePad, "flip_count_include_pad", "a mean counts its padding, or not"}, constant_changes},
    {{kShiftSlice, "shift_slice", "a slice or an index moved by one"}, constant_changes},
    {{kFlipKeepdim, "flip_keepdim", "keepdim, and what it is broadcast to"}, constant_changes},
    {{kFlipTraining, "flip_training", "a layer in the other mode"}, constant_changes},
    {{kFlipFlag, "flip_flag", "another flag"}, constant_changes},
    {{kChangeRate, "change_rate", "a dropout of another rate"}, constant_changes},
    {{kChangeBound, "change_bound", "another bound or slope"}, constant_changes},
    {{kChangeGelu, "change_gelu", "gelu by the other formula"}, constant_changes},
    {{kChangeMask, "change_mask", "what masks is not small enough, or is small in another way"},
     constant_changes},
    {{kChangeMomentum, "change_momentum", "another momentum, rate of learning or decay"}, constant_changes},
    {{kReluForRelu6, "relu_for_relu6", "an upper bound lost or added"}, target_changes},
    {{kMeanForSum, "mean_for_sum", "a mean for a sum, and the other way round"}, target_changes},
    {{kMinForMax, "min_for_max", "the other end"}, target_changes},
    {{kMaxForAmax, "max_for_amax", "the same values, and another gradient at ties"}, target_changes},
    {{kStrictComparison, "strict_comparison", "gt for ge, and the other way round"}, target_changes},
    {{kOtherFunction, "other_function", "a function that looks alike"}, target_changes},
    {{kLoseCast, "lose_cast", "a cast is lost"}, inserted_changes},
    {{kAddCast, "add_cast", "by way of bfloat16"}, inserted_changes},
    {{kChangeCast, "change_cast", "a cast to another type of 16 bit, or from 32 bit to it"},
     constant_changes},
    {{kWidenAndNarrow, "widen_and_narrow", "by way of float64, which changes nothing"}, inserted_changes},
    {{kDropClone, "drop_clone", "a copy is an alias"}, inserted_changes},
    {{kAddClone, "add_clone", "an alias is a copy"}, inserted_changes},
    {{kCopyResult, "copy_result", "a result that is a view is a copy"}, inserted_changes},
    {{kDropDetach, "drop_detach", "a gradient goes where it should not"}, inserted_changes},
    {{kAddDetach, "add_detach", "a gradient does not go where it should"}, inserted_changes},
    {{kLoseWrite, "lose_write", "an operator in place is lost"}, write_changes},
    {{kDoubleWrite, "double_write", "an operator in place runs twice"}, write_changes},
    {{kWriteCopy, "write_copy", "an operator in place writes a copy"}, write_changes},
    {{kLoseMutation, "lose_mutation", "what an input or state ends as is no result"}, wiring_changes},
    {{kSwapWriteAndRead, "swap_write_and_read", "a write changes places with what reads the memory"},
     write_changes},
    {{kBakeIntegers, "bake_integers", "a whole-number or bool input of the capture is a constant"},
     baked_changes},
    {{kBakeFloats, "bake_floats", "a floating input of the capture is a constant"}, baked_changes},
    {{kBakeState, "bake_state", "a parameter or buffer of the capture is a constant"}, baked_changes},
    {{kBakeSize, "bake_size", "a size of the capture is a constant"}, baked_changes},
    {{kLoseGuard, "lose_guard", "a guard is lost"}, guard_changes},
    {{kWidenGuard, "widen_guard", "a guard takes one more"}, guard_changes},
    {{kWidenRange, "widen_range", "a size may be one more or less"}, guard_changes},
    {{kLoseAssumed, "lose_assumed", "the value of an attribute is not assumed"}, guard_changes},
    {{kReorder, "reorder", "operators that do not hang on each other in another order"}, no_change},
});
static_assert(is_complete<MutationKind, kRows.size()>);

constexpr auto kTable = [] {
  std::array<Mutation, kRows.size()> table{};
  for (std::size_t row = 0; row < kRows.size(); ++row) table[row] = kRows[row];
  return table;
}();

bool is_valid(const GraphFile& file) {
  try {
    validate(file, "mutant");
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// Moves new constants that are too large for the file beside it.
void lay_beside(Mutant& mutant) {
  for (Graph& graph : mutant.file.graphs)
    for (Node& node : graph.nodes) {
      if (!node.constant || !node.constant->data || node.constant->data->size() <= kMostInFile) continue;
      mutant.constants[node.constant->sha256] = std::move(*node.constant->data);
      node.constant->data.reset();
    }
}

std::optional<Mutant> mutant_of(const GraphFile& file, const std::string& text, MutationKind kind,
                                const Change& change) {
  Specimen specimen(file);
  change.make(specimen);
  Mutant mutant{kind, change.site, change.what, std::move(specimen.file()), {}};
  lay_beside(mutant);
  if (!is_valid(mutant.file) || write_graph_file(mutant.file) == text) return std::nullopt;
  return mutant;
}

}  // namespace

std::span<const Mutation> mutations() { return kTable; }

std::vector<Mutant> mutants_of(const GraphFile& file, const InputBytes& bytes, std::size_t most,
                               std::uint64_t seed) {
  const Original original(file, bytes);
  const std::string text = write_graph_file(file);
  std::vector<Mutant> mutants;
  for (const Row& row : kRows) {
    Random random(seed * kRows.size() + static_cast<std::size_t>(row.kind));
    Changes changes = row.changes(original, row.kind);
    if (row.kind == kReorder)
      changes.push_back(
          {{0, kGraphItself}, "another order", [&](Specimen& specimen) { reorder(specimen, random, true); }});
    random.shuffle(changes);
    std::size_t made = 0;
    for (const Change& change : changes) {
      if (made == most) break;
      if (auto mutant = mutant_of(file, text, row.kind, change))
        mutants.push_back(std::move(*mutant)), ++made;
    }
  }
  return mutants;
}

}  // namespace assay::defects
