// Mutations: variants of a graph file, by kind, each with one change. What judges replays is itself judged by
// them.
//
// A mutation need not be another program: `swap_commutative` and `reorder` never are one, and many of the
// others are not where they land in dead code. Whether it is one is decided elsewhere, by running both files.
// Linked by tests only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/testing/defects/specimen.h"
#include "harness/words/enumerators.h"

namespace assay::defects {

enum class MutationKind : std::uint8_t {
  kSwapTangents,
  kFlipTangent,
  kRollTangent,
  kTransposeTangent,
  kSwapArguments,
  kSwapCommutative,
  kSwapBranches,
  kSwapParameters,
  kSwapBuffers,
  kSwapInputs,
  kSwapGradients,
  kSwapResults,
  kSwapSaved,
  kLoseGradient,
  kZeroGradient,
  kLoseResult,
  kZeroResult,
  kZeroBackward,
  kLoseOperator,
  kOtherOutput,
  kTransposeSquare,
  kTakeAnother,
  kChangeDim,
  kNudgeConstant,
  kNudgeTensor,
  kChangeEps,
  kChangeFactor,
  kChangePadding,
  kChangeStride,
  kChangeDilation,
  kFlipCeilMode,
  kFlipCountIncludePad,
  kShiftSlice,
  kFlipKeepdim,
  kFlipTraining,
  kFlipFlag,
  kChangeRate,
  kChangeBound,
  kChangeGelu,
  kChangeMask,
  kChangeMomentum,
  kReluForRelu6,
  kMeanForSum,
  kMinForMax,
  kMaxForAmax,
  kStrictComparison,
  kOtherFunction,
  kLoseCast,
  kAddCast,
  kChangeCast,
  kWidenAndNarrow,
  kDropClone,
  kAddClone,
  kCopyResult,
  kDropDetach,
  kAddDetach,
  kLoseWrite,
  kDoubleWrite,
  kWriteCopy,
  kLoseMutation,
  kSwapWriteAndRead,
  kBakeIntegers,
  kBakeFloats,
  kBakeState,
  kBakeSize,
  kLoseGuard,
  kWidenGuard,
  kWidenRange,
  kLoseAssumed,
  kReorder,
};  // clang-format on

/// The bytes of inputs as one run of the program had them, by role and name; what is not in it is not baked
/// in.
using InputBytes = std::map<std::pair<Role, std::string>, std::string>;

/// Where it was drawn, in the untouched file's numbers, and what it does there, in words ("dim 1 -> 0").
struct Mutant {
  MutationKind kind = MutationKind::kReorder;
  Site site;
  std::string change;
  GraphFile file;
  std::map<std::string, std::string> constants;  ///< bytes of new constants above 4 KiB, by SHA-256
};

struct Mutation {
  MutationKind kind;
  std::string_view name;   ///< "swap_tangents"
  std::string_view story;  ///< what it stands for, in one line
};

/// A row per kind, in the enumeration's order.
std::span<const Mutation> mutations();

/// Up to `most` mutants of each kind, drawn evenly among the live nodes that are fit for it. validate()
/// accepts all of them, each differs from `file` as written; the same seed gives the same ones, and more of a
/// kind when asked for more.
std::vector<Mutant> mutants_of(const GraphFile& file, const InputBytes& bytes, std::size_t most,
                               std::uint64_t seed);

}  // namespace assay::defects
