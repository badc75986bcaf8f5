// Mutations: variants of a graph file with a single change, by kind. They test the judgement of replays.
//
// A mutant may be an equivalent program: `swap_commutative` and `reorder` always are, and so are many others
// in dead code. Running both files decides that elsewhere. Linked by tests only.
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

/// The bytes of inputs in a run of the program, by role and name. Missing inputs are not baked in.
using InputBytes = std::map<std::pair<Role, std::string>, std::string>;

/// The drawn place, numbered as in the unchanged file, and the change in words ("dim 1 -> 0").
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
  std::string_view story;  ///< its meaning in one line
};

/// A row per kind, in the order of the enumeration.
std::span<const Mutation> mutations();

/// Up to `most` mutants of each kind, drawn uniformly among suitable live nodes. All pass validate(), and
/// each differs from `file` as written. Equal seeds give equal mutants, and a larger `most` adds to them.
std::vector<Mutant> mutants_of(const GraphFile& file, const InputBytes& bytes, std::size_t most,
                               std::uint64_t seed);

}  // namespace assay::defects
