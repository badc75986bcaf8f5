// Operation: what a statement does, as one row of a table: its Python, what it needs, what it gives.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "harness/fuzz/scope.h"

namespace assay::fuzz {

/// In the order of the table, the plainer first: a smaller number is a simpler program.
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
  // what changes a tensor's metadata, and what a name stands for
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

/// The smallest set of operations that one belongs to; a space of programs takes some of them.
enum class Vocabulary : std::uint8_t { kAliasing, kRegions, kPython, kRounding };
inline constexpr auto kVocabularyNames =
    enumerators<Vocabulary>({"aliasing", "regions", "python", "rounding"});

/// How a region holds its statements.
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
  /// Python: {v} target, {w} operand, {r} result, {result} the sizes and {dtype} the element type of the
  /// result, {body} a region's function. What makes a variable is the right side of its assignment.
  std::string_view text;
  bool (*applies)(const Scope&, const Variable& v, const Variable& w) = nullptr;
  /// The type of the result, or of the target afterwards; of a function the type that it is given.
  TensorType (*gives)(const Variable& v, const Variable& w) = nullptr;
  bool takes_operand = false;
  RegionForm region = RegionForm::kNone;
  std::string_view needs = {};  ///< lines of the module's constructor
};

/// Whether autograd keeps what the operation reads or gives, so that eager refuses later writes to it.
bool saves_for_backward(Operation operation);

/// Whether what it gives requires a gradient for parameters of its own.
bool has_parameters(Operation operation);

const OperationRow& row_of(Operation operation);
std::span<const OperationRow> all_operations();

}  // namespace assay::fuzz
