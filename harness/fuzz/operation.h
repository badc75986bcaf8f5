// Operation: the statements of programs, as table rows of Python text, requirements and results.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "harness/fuzz/scope.h"

namespace assay::fuzz {

/// In table order, simpler operations first: a smaller number is a simpler program.
enum class Operation : std::uint8_t {
  // computed
  kDouble,
  kSum,
  kClone,
  kNegate,
  kFlip,
  kConcatenate,
  kAdd,
  kMultiply,
  // views
  kSlice,
  kSelect,
  kNarrow,
  kTranspose,
  kUnsqueeze,
  kFlatten,
  kDiagonal,
  kExpand,
  kUnfoldGapped,
  kUnfoldOverlapping,
  kStridedGapped,
  kStridedOverlapping,
  kChunk,
  kUnbind,
  kRealPart,
  kImaginaryPart,
  kReinterpret,
  kDetach,
  kContiguous,
  kToItself,
  kReshapeToItself,
  kDropoutOfNothing,
  kExpandToItself,
  // writes
  kAddNumber,
  kMultiplyNumber,
  kFill,
  kZero,
  kAddOperand,
  kCopy,
  kAssignItem,
  kAssignSlice,
  kAssignRows,
  kAssignMasked,
  kFillMasked,
  kFillIndexed,
  kAddRows,
  kAddItself,
  kAddInto,
  kAddForeach,
  kClamp,
  kCumulate,
  // changes of a tensor's metadata, and of the tensor of a name
  kTransposeInPlace,
  kUnsqueezeInPlace,
  kStrideInPlace,
  kDetachInPlace,
  kRebind,
  // around statements
  kNoGrad,
  kEnableGrad,
  kInferenceMode,
  kAutocast,
  kCheckpoint,
  kOwnFunction,
  kFunctionGrad,
  kVmap,
  kJvp,
  kCond,
  kScan,
  // Python and randomness
  kCount,
  kBranchOnSize,
  kBranchOnSizeAfter,
  kDraw,
  kDropout,
  kLinear,
  kTiedLinear,
  kCustomOperator,
  kFunctionOfTwo,
  kKeepTotal,
  // rounding
  kSine,
  kExponential,
  kSoftmax,
  kMatmul,
  kMean,
  kNormalize,
};

enum class Role : std::uint8_t { kComputes, kViews, kWrites, kChangesMetadata, kRebinds, kRegion };

/// The smallest set with the operation. A space of programs uses some of them.
enum class Vocabulary : std::uint8_t { kAliasing, kRegions, kPython, kRounding };
inline constexpr auto kVocabularyNames =
    enumerators<Vocabulary>({"aliasing", "regions", "python", "rounding"});

/// Where a region puts its statements.
enum class RegionForm : std::uint8_t {
  kNone,
  kBlock,     ///< `with ..:`, in the program's own scope
  kFunction,  ///< a function of the target, whose result is a new variable
};

struct OperationRow {
  Operation operation{};
  std::string_view name;
  Role role = Role::kComputes;
  Vocabulary vocabulary = Vocabulary::kAliasing;
  /// Python: {v} target, {w} operand, {r} result, {result} and {dtype} the sizes and element type of the
  /// result, {body} a region's function. For an operation with a result, the right side of the assignment.
  std::string_view text;
  bool (*applies)(const Scope&, const Variable& v, const Variable& w) = nullptr;
  /// The type of the result, or of the target afterwards. For a function, the type of its argument.
  TensorType (*gives)(const Variable& v, const Variable& w) = nullptr;
  bool takes_operand = false;
  RegionForm region = RegionForm::kNone;
  std::string_view needs = {};  ///< lines of the module's constructor
};

/// Whether autograd saves the operands or the result, so that eager refuses later writes to them.
bool saves_for_backward(Operation operation);

/// Whether the result requires a gradient because of the operation's own parameters.
bool has_parameters(Operation operation);

const OperationRow& row_of(Operation operation);
std::span<const OperationRow> all_operations();

}  // namespace assay::fuzz
