// The table of operations.
#include "harness/fuzz/operation.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay::fuzz {
namespace {

using enum Role;
using enum Vocabulary;
using Sizes = std::vector<std::int64_t>;

// Requirements of rows. Without an operand, `w` is the target itself.

bool always(const Scope&, const Variable&, const Variable&) { return true; }
bool has_rows(const Scope&, const Variable& v, const Variable&) {
  return v.type.dimensions() >= 1 && v.type.shape[0] >= 2;
}
bool is_matrix(const Scope&, const Variable& v, const Variable&) { return v.type.dimensions() == 2; }
bool is_wide(const Scope&, const Variable& v, const Variable&) {
  return v.type.dimensions() >= 1 && v.type.shape.back() >= 5;
}
bool is_floating(const Scope&, const Variable& v, const Variable&) { return v.type.dtype == DType::kFloat64; }
bool is_packed(const Scope&, const Variable& v, const Variable&) { return is_contiguous(v.type); }
bool is_flattened(const Scope&, const Variable& v, const Variable&) {
  return is_contiguous(v.type) && v.type.dimensions() >= 2;
}
bool has_six_columns(const Scope& scope, const Variable& v, const Variable& w) {
  return is_floating(scope, v, w) && v.type.dimensions() >= 1 && v.type.shape.back() == 6;
}
/// Whether eager runs the body itself, once per call.
bool runs_plainly(const Scope& scope) {
  return scope.modes.body == Body::kForward || scope.modes.body == Body::kRerun;
}
bool may_draw(const Scope& scope, const Variable& v, const Variable& w) {
  return is_floating(scope, v, w) && runs_plainly(scope);
}
bool may_be_saved(const Scope& scope, const Variable& v, const Variable& w) {
  return !scope.memories[v.memory].of_inference && !scope.memories[w.memory].of_inference;
}
bool go_together(const Scope&, const Variable& v, const Variable& w) {
  return v.type.dtype == w.type.dtype && broadcast(v.type, w.type).has_value();
}

bool may_multiply(const Scope& scope, const Variable& v, const Variable& w) {
  return go_together(scope, v, w) && may_be_saved(scope, v, w);
}
bool takes_linear(const Scope& scope, const Variable& v, const Variable& w) {
  return has_six_columns(scope, v, w) && may_be_saved(scope, v, w);
}

template <std::int64_t kLast>
bool has_places(const Scope& scope, const Variable& v, const Variable&) {
  return v.type.offset + kLast < scope.memories[v.memory].elements;
}

/// Adjacent pairs of elements, as complex numbers need.
bool holds_pairs(const Scope&, const Variable& v, const Variable&) {
  const TensorType& type = v.type;
  if (type.dtype != DType::kFloat64 || type.dimensions() == 0 || type.shape.back() % 2 != 0) return false;
  if (type.stride.back() != 1 || type.offset % 2 != 0) return false;
  for (std::size_t i = 0; i + 1 < type.dimensions(); ++i)
    if (type.stride[i] % 2 != 0) return false;
  return true;
}

bool may_write(const Scope& scope, const Variable& v, const Variable&) { return scope.is_writable(v, false); }
bool may_write_rows(const Scope& scope, const Variable& v, const Variable& w) {
  return has_rows(scope, v, w) && may_write(scope, v, w);
}
bool may_write_itself(const Scope& scope, const Variable& v, const Variable& w) {
  return v.is_bound_here && may_write(scope, v, w);
}
bool may_write_plainly(const Scope& scope, const Variable& v, const Variable& w) {
  return may_write(scope, v, w) && runs_plainly(scope);
}
/// Autograd does not support computing into an output (out=).
bool may_write_into(const Scope& scope, const Variable& v, const Variable& w) {
  return may_write_plainly(scope, v, w) && !scope.requires_grad(v);
}
/// A mask on a single number selects zero or one element, unknown to a compiled body.
bool may_write_masked(const Scope& scope, const Variable& v, const Variable& w) {
  return may_write(scope, v, w) && (v.type.dimensions() > 0 || runs_plainly(scope));
}
bool may_write_operand(const Scope& scope, const Variable& v, const Variable& w) {
  return v.memory != w.memory && v.type.dtype == w.type.dtype && broadcasts_to(w.type, v.type) &&
         scope.is_writable(v, scope.requires_grad(w));
}
template <std::int64_t kRows>
bool may_assign_rows(const Scope& scope, const Variable& v, const Variable& w) {
  if (!has_rows(scope, v, w)) return false;
  Variable rows = v;
  rows.type.shape[0] = kRows > 0 ? kRows : v.type.shape[0] - 1;
  return may_write_operand(scope, rows, w);
}
/// The metadata of a tensor that outlives the call must not change.
bool may_change_metadata(const Scope& scope, const Variable& v, const Variable& w) {
  return !v.is_given && may_write(scope, v, w);
}
bool may_transpose(const Scope& scope, const Variable& v, const Variable& w) {
  return is_matrix(scope, v, w) && may_change_metadata(scope, v, w);
}
bool may_stride(const Scope& scope, const Variable& v, const Variable& w) {
  return !v.is_given && may_write_into(scope, v, w) && has_places<3>(scope, v, w);
}
bool may_detach(const Scope& scope, const Variable& v, const Variable& w) {
  return !v.is_view && scope.requires_grad(v) && may_change_metadata(scope, v, w);
}
bool may_rebind(const Scope&, const Variable& v, const Variable&) { return v.is_bound_here; }
bool may_call(const Scope& scope, const Variable&, const Variable&) {
  return scope.modes.body == Body::kForward;
}
bool may_rerun(const Scope& scope, const Variable& v, const Variable& w) {
  return may_call(scope, v, w) && may_be_saved(scope, v, w);
}
bool may_call_own(const Scope& scope, const Variable&, const Variable&) {
  return scope.modes.body == Body::kForward || scope.modes.body == Body::kTransformed;
}
/// Values of a function, or made with autograd off, must not outlive the call.
bool may_keep(const Scope& scope, const Variable& v, const Variable& w) {
  return is_floating(scope, v, w) && may_call(scope, v, w) && scope.modes.grad;
}
bool may_differentiate(const Scope& scope, const Variable& v, const Variable& w) {
  return is_floating(scope, v, w) && may_call(scope, v, w);
}
bool may_map(const Scope& scope, const Variable& v, const Variable& w) {
  return has_rows(scope, v, w) && may_call(scope, v, w);
}
bool are_alike(const Scope& scope, const Variable& v, const Variable& w) {
  return is_floating(scope, v, w) && may_be_saved(scope, v, w) && v.type.dtype == w.type.dtype &&
         v.type.shape == w.type.shape;
}
bool may_branch(const Scope& scope, const Variable& v, const Variable& w) {
  return may_call(scope, v, w) && !scope.requires_grad(v);
}
bool is_square_of_six(const Scope& scope, const Variable& v, const Variable& w) {
  return has_six_columns(scope, v, w) && v.type.dimensions() == 2;
}

// Result types of rows.

TensorType computed(const Variable& v, const Variable&) { return contiguous(v.type.dtype, v.type.shape); }
TensorType same(const Variable& v, const Variable&) { return v.type; }
TensorType scalar(const Variable& v, const Variable&) { return contiguous(v.type.dtype, {}); }
TensorType broadcasted(const Variable& v, const Variable& w) {
  return contiguous(v.type.dtype, *broadcast(v.type, w.type));
}
TensorType doubled_rows(const Variable& v, const Variable&) {
  Sizes shape = v.type.shape;
  shape[0] *= 2;
  return contiguous(v.type.dtype, std::move(shape));
}
TensorType square(const Variable& v, const Variable&) {
  return contiguous(v.type.dtype, {v.type.shape[0], v.type.shape[0]});
}

TensorType without_first_row(const Variable& v, const Variable&) {
  TensorType type = v.type;
  type.offset += type.stride[0];
  --type.shape[0];
  return type;
}
TensorType row(const Variable& v, const Variable&) {
  TensorType type = v.type;
  type.shape.erase(type.shape.begin());
  type.stride.erase(type.stride.begin());
  return type;
}
TensorType two_columns(const Variable& v, const Variable&) {
  TensorType type = v.type;
  type.shape.back() = 2;
  return type;
}
TensorType transposed(const Variable& v, const Variable&) {
  TensorType type = v.type;
  std::swap(type.shape[0], type.shape[1]);
  std::swap(type.stride[0], type.stride[1]);
  return type;
}
TensorType unsqueezed(const Variable& v, const Variable&) {
  TensorType type = v.type;
  type.stride.insert(type.stride.begin(), type.dimensions() == 0 ? 1 : type.shape[0] * type.stride[0]);
  type.shape.insert(type.shape.begin(), 1);
  return type;
}
TensorType flattened(const Variable& v, const Variable&) {
  return contiguous(v.type.dtype, {v.type.elements()}, v.type.offset);
}
TensorType diagonal(const Variable& v, const Variable&) {
  TensorType type = v.type;
  type.shape = {std::min(v.type.shape[0], v.type.shape[1])};
  type.stride = {v.type.stride[0] + v.type.stride[1]};
  return type;
}
TensorType expanded(const Variable& v, const Variable&) {
  TensorType type = v.type;
  type.shape.insert(type.shape.begin(), 2);
  type.stride.insert(type.stride.begin(), 0);
  return type;
}
template <std::int64_t kStep>
TensorType unfolded(const Variable& v, const Variable&) {
  TensorType type = v.type;
  const std::int64_t step = type.stride.back();
  type.shape.back() = (type.shape.back() - 2) / kStep + 1;
  type.stride.back() = step * kStep;
  type.shape.push_back(2);
  type.stride.push_back(step);
  return type;
}
template <std::int64_t kOuter, std::int64_t kInner>
TensorType strided(const Variable& v, const Variable&) {
  return {.dtype = v.type.dtype, .shape = {2, 2}, .stride = {kOuter, kInner}, .offset = v.type.offset};
}
TensorType second_half(const Variable& v, const Variable&) {
  TensorType type = v.type;
  const std::int64_t first = (type.shape.back() + 1) / 2;
  type.shape.back() -= first;
  type.offset += first * type.stride.back();
  return type;
}
template <std::int64_t kPart>
TensorType part_of_pairs(const Variable& v, const Variable&) {
  TensorType type = v.type;
  type.shape.back() /= 2;
  type.stride.back() = 2;
  type.offset += kPart;
  return type;
}
TensorType reinterpreted(const Variable& v, const Variable&) {
  TensorType type = v.type;
  type.dtype = type.dtype == DType::kFloat64 ? DType::kInt64 : DType::kFloat64;
  return type;
}

using enum Operation;

constexpr RegionForm kBlockForm = RegionForm::kBlock, kFunctionForm = RegionForm::kFunction;

constexpr std::array kRows{
    OperationRow{kDouble, "double", kComputes, kAliasing, "{v} * 2", always, computed},
    OperationRow{kSum, "sum", kComputes, kPython, "{v}.sum()", always, scalar},
    OperationRow{kClone, "clone", kComputes, kPython, "{v}.clone()", is_packed, computed},
    OperationRow{kNegate, "negate", kComputes, kPython, "-{v}", always, computed},
    OperationRow{kFlip, "flip", kComputes, kPython, "{v}.flip(0)", has_rows, computed},
    OperationRow{kConcatenate, "concatenate", kComputes, kPython, "torch.cat([{v}, {v}])", has_rows,
                 doubled_rows},
    OperationRow{kAdd, "add", kComputes, kPython, "{v} + {w}", go_together, broadcasted, true},
    OperationRow{kMultiply, "multiply", kComputes, kPython, "{v} * {w}", may_multiply, broadcasted, true},

    OperationRow{kSlice, "slice", kViews, kAliasing, "{v}[1:]", has_rows, without_first_row},
    OperationRow{kSelect, "select", kViews, kAliasing, "{v}[0]", has_rows, row},
    OperationRow{kNarrow, "narrow", kViews, kAliasing, "{v}[..., :2]", is_wide, two_columns},
    OperationRow{kTranspose, "transpose", kViews, kAliasing, "{v}.t()", is_matrix, transposed},
    OperationRow{kUnsqueeze, "unsqueeze", kViews, kAliasing, "{v}.unsqueeze(0)", always, unsqueezed},
    OperationRow{kFlatten, "flatten", kViews, kAliasing, "{v}.flatten()", is_flattened, flattened},
    OperationRow{kDiagonal, "diagonal", kViews, kAliasing, "{v}.diagonal()", is_matrix, diagonal},
    OperationRow{kExpand, "expand", kViews, kAliasing, "{v}.expand({result})", always, expanded},
    OperationRow{kUnfoldGapped, "unfold_gapped", kViews, kAliasing, "{v}.unfold(-1, 2, 3)", is_wide,
                 unfolded<3>},
    OperationRow{kUnfoldOverlapping, "unfold_overlapping", kViews, kAliasing, "{v}.unfold(-1, 2, 1)", is_wide,
                 unfolded<1>},
    OperationRow{kStridedGapped, "as_strided_gapped", kViews, kAliasing, "{v}.as_strided((2, 2), (4, 2))",
                 has_places<6>, strided<4, 2>},
    OperationRow{kStridedOverlapping, "as_strided_overlapping", kViews, kAliasing,
                 "{v}.as_strided((2, 2), (1, 1))", has_places<2>, strided<1, 1>},
    OperationRow{kChunk, "chunk", kViews, kAliasing, "{v}.chunk(2, -1)[1]", is_wide, second_half},
    OperationRow{kUnbind, "unbind", kViews, kAliasing, "{v}.unbind(0)[0]", has_rows, row},
    OperationRow{kRealPart, "real", kViews, kAliasing,
                 "torch.view_as_complex({v}.unflatten(-1, (-1, 2))).real", holds_pairs, part_of_pairs<0>},
    OperationRow{kImaginaryPart, "imag", kViews, kAliasing,
                 "torch.view_as_complex({v}.unflatten(-1, (-1, 2))).imag", holds_pairs, part_of_pairs<1>},
    OperationRow{kReinterpret, "dtype_view", kViews, kAliasing, "{v}.view({dtype})", always, reinterpreted},
    OperationRow{kDetach, "detach", kViews, kAliasing, "{v}.detach()", always, same},
    OperationRow{kContiguous, "contiguous", kViews, kAliasing, "{v}.contiguous()", is_packed, same},
    OperationRow{kToItself, "to_itself", kViews, kAliasing, "{v}.to({v}.dtype)", always, same},
    OperationRow{kReshapeToItself, "reshape_to_itself", kViews, kAliasing, "{v}.reshape({v}.shape)",
                 is_packed, same},
    OperationRow{kDropoutOfNothing, "dropout_of_nothing", kViews, kAliasing, "F.dropout({v}, 0.5, False)",
                 is_floating, same},
    OperationRow{kExpandToItself, "expand_to_itself", kViews, kAliasing, "{v}.expand_as({v})", always, same},

    OperationRow{kAddNumber, "add_number", kWrites, kAliasing, "{v}.add_(1)", may_write},
    OperationRow{kMultiplyNumber, "multiply_number", kWrites, kAliasing, "{v}.mul_(2)", may_write},
    OperationRow{kFill, "fill", kWrites, kAliasing, "{v}.fill_(7)", may_write},
    OperationRow{kZero, "zero", kWrites, kAliasing, "{v}.zero_()", may_write},
    OperationRow{kAddOperand, "add_operand", kWrites, kAliasing, "{v}.add_({w})", may_write_operand, nullptr,
                 true},
    OperationRow{kCopy, "copy", kWrites, kAliasing, "{v}.copy_({w})", may_write_operand, nullptr, true},
    OperationRow{kAssignItem, "assign_item", kWrites, kAliasing, "{v}[0] = 9", may_write_rows},
    OperationRow{kAssignSlice, "assign_slice", kWrites, kAliasing, "{v}[1:] = {w}", may_assign_rows<0>,
                 nullptr, true},
    OperationRow{kAssignRows, "assign_rows", kWrites, kAliasing, "{v}[torch.tensor([0, 1])] = {w}",
                 may_assign_rows<2>, nullptr, true},
    OperationRow{kAssignMasked, "assign_masked", kWrites, kAliasing, "{v}[{v} > 5] = 0", may_write_masked},
    OperationRow{kFillMasked, "fill_masked", kWrites, kAliasing, "{v}.masked_fill_({v} % 2 == 0, 3)",
                 may_write},
    OperationRow{kFillIndexed, "fill_indexed", kWrites, kAliasing, "{v}.index_fill_(0, torch.tensor([0]), 4)",
                 may_write_rows},
    OperationRow{kAddRows, "add_rows", kWrites, kAliasing,
                 "{v}.index_add_(0, torch.tensor([1]), torch.ones_like({v}[:1]))", may_write_rows},
    OperationRow{kAddItself, "add_itself", kWrites, kAliasing, "{v} += {v}", may_write_itself},
    OperationRow{kAddInto, "out", kWrites, kAliasing, "torch.add({v}, 1, out={v})", may_write_into},
    OperationRow{kAddForeach, "foreach", kWrites, kAliasing, "torch._foreach_add_([{v}], 1)",
                 may_write_plainly},
    OperationRow{kClamp, "clamp", kWrites, kAliasing, "{v}.clamp_(max=9)", may_write},
    OperationRow{kCumulate, "cumulate", kWrites, kAliasing, "{v}.cumsum_(0)", may_write_rows},

    OperationRow{kTransposeInPlace, "transpose_in_place", kChangesMetadata, kAliasing, "{v}.t_()",
                 may_transpose, transposed},
    OperationRow{kUnsqueezeInPlace, "unsqueeze_in_place", kChangesMetadata, kAliasing, "{v}.unsqueeze_(0)",
                 may_change_metadata, unsqueezed},
    OperationRow{kStrideInPlace, "as_strided_in_place", kChangesMetadata, kAliasing,
                 "{v}.as_strided_((2, 2), (1, 2))", may_stride, strided<1, 2>},
    OperationRow{kDetachInPlace, "detach_in_place", kChangesMetadata, kAliasing, "{v}.detach_()", may_detach,
                 same},
    OperationRow{kRebind, "rebind", kRebinds, kAliasing, "{v} = {v} + 1", may_rebind, computed},

    OperationRow{kNoGrad, "no_grad", kRegion, kRegions, "torch.no_grad()", always, nullptr, false,
                 kBlockForm},
    OperationRow{kEnableGrad, "enable_grad", kRegion, kRegions, "torch.enable_grad()", always, nullptr, false,
                 kBlockForm},
    OperationRow{kInferenceMode, "inference_mode", kRegion, kRegions, "torch.inference_mode()", may_branch,
                 nullptr, false, kBlockForm},
    OperationRow{kAutocast, "autocast", kRegion, kRegions, "torch.autocast('cpu', torch.bfloat16)", always,
                 nullptr, false, kBlockForm},
    OperationRow{kCheckpoint, "checkpoint", kRegion, kRegions, "checkpoint({body}, {v}, use_reentrant=False)",
                 may_rerun, same, false, kFunctionForm},
    OperationRow{kOwnFunction, "autograd_function", kRegion, kRegions, "Own.apply({v}, {body})", may_call_own,
                 same, false, kFunctionForm},
    OperationRow{kFunctionGrad, "func_grad", kRegion, kRegions,
                 "torch.func.grad(lambda a: {body}(a).sum())({v}).contiguous()", may_differentiate, same,
                 false, kFunctionForm},
    OperationRow{kVmap, "vmap", kRegion, kRegions, "torch.vmap({body})({v})", may_map, row, false,
                 kFunctionForm},
    OperationRow{kJvp, "jvp", kRegion, kRegions,
                 "torch.func.jvp({body}, ({v},), (torch.ones_like({v}),))[1].contiguous()", may_differentiate,
                 same, false, kFunctionForm},
    OperationRow{kCond, "cond", kRegion, kRegions,
                 "torch.cond({v}.sum() > 0, {body}, lambda a: {body}(a) * 3, ({v},))", may_call, same, false,
                 kFunctionForm},
    OperationRow{kScan, "scan", kRegion, kRegions,
                 "scan(lambda c, a: (c + 1, {body}(a)), torch.zeros((), dtype={v}.dtype), {v})[1]", may_map,
                 row, false, kFunctionForm},

    OperationRow{kCount, "count", kComputes, kPython, "{v} * self.counted()", always, computed, false,
                 RegionForm::kNone, "self.steps = 0"},
    OperationRow{kBranchOnSize, "branch_on_size", kComputes, kPython, "{v} * 3 if {v}.dim() > 1 else {v} + 1",
                 always, computed},
    OperationRow{kBranchOnSizeAfter, "branch_on_elements", kComputes, kPython,
                 "{v} - 2 if {v}.numel() % 4 == 0 else {v} * {v}.numel()", always, computed},
    OperationRow{kDraw, "draw", kComputes, kPython, "{v} + torch.rand_like({v})", may_draw, computed},
    OperationRow{kDropout, "dropout", kComputes, kPython, "F.dropout({v}, 0.5)", may_draw, computed},
    OperationRow{kLinear, "linear", kComputes, kPython, "self.linear(self.linear({v}))", takes_linear,
                 computed, false, RegionForm::kNone, "self.linear = nn.Linear(6, 6, dtype=torch.float64)"},
    OperationRow{
        kTiedLinear, "tied_linear", kComputes, kPython, "self.second(self.first({v}))", takes_linear,
        computed, false, RegionForm::kNone,
        "self.first, self.second = nn.Linear(6, 6, dtype=torch.float64), nn.Linear(6, 6, dtype=torch.float64)"
        "\nself.second.weight = self.first.weight"},
    OperationRow{kCustomOperator, "custom_operator", kComputes, kPython, "tripled({v})", always, computed},
    OperationRow{kFunctionOfTwo, "function_of_two", kComputes, kPython, "Both.apply({v}, {w})", are_alike,
                 computed, true},
    OperationRow{kKeepTotal, "keep_total", kComputes, kPython, "self.total({v})", may_keep, computed, false,
                 RegionForm::kNone, "self.total = Total()"},

    OperationRow{kSine, "sine", kComputes, kRounding, "{v}.sin()", is_floating, computed},
    OperationRow{kExponential, "exponential", kComputes, kRounding, "({v} / 1000).exp()", is_floating,
                 computed},
    OperationRow{kSoftmax, "softmax", kComputes, kRounding, "F.softmax({v} / 1000, 0)", is_floating,
                 computed},
    OperationRow{kMatmul, "matmul", kComputes, kRounding, "{v} @ {v}.t()", is_square_of_six, square},
    OperationRow{kMean, "mean", kComputes, kRounding, "{v}.mean()", is_floating, scalar},
    OperationRow{kNormalize, "normalize", kComputes, kRounding, "F.layer_norm({v}, ({v}.shape[-1],))",
                 has_six_columns, computed},
};

consteval bool is_in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i)
    if (static_cast<std::size_t>(kRows[i].operation) != i) return false;
  return true;
}
static_assert(is_in_order(), "a row for each operation, in their order");
static_assert(kRows.size() == static_cast<std::size_t>(kNormalize) + 1, "a row for each operation");

}  // namespace

const OperationRow& row_of(Operation operation) { return kRows.at(static_cast<std::size_t>(operation)); }
bool saves_for_backward(Operation operation) {
  switch (operation) {
    case kMultiply:
    case kFunctionOfTwo:
    case kLinear:
    case kTiedLinear:
    case kSine:
    case kExponential:
    case kSoftmax:
    case kMatmul:
    case kNormalize:
      return true;
    default:
      return row_of(operation).region == RegionForm::kFunction;
  }
}

bool has_parameters(Operation operation) { return operation == kLinear || operation == kTiedLinear; }

std::span<const OperationRow> all_operations() { return kRows; }

}  // namespace assay::fuzz
