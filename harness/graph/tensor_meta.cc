// Contiguous strides, and equality of outputs.
#include "harness/graph/tensor_meta.h"

#include <algorithm>

#include "harness/error/error.h"
#include "harness/graph/sym_expr.h"

namespace assay {
namespace {

// A symbolic size counts as at least 1, as PyTorch's symbolic shapes assume.
sym::Expr as_factor(const Dim& size) {
  if (size.symbolic()) return sym::parse(size.expr.view());
  return sym::integer(std::max<std::int64_t>(size.number, 1));
}

Dim as_dim(const sym::Expr& expr) {
  if (const std::optional<std::int64_t> number = sym::as_integer(expr)) return Dim{*number, Name()};
  return Dim{0, Name(sym::print(expr))};
}

std::optional<std::vector<Dim>> symbolic_contiguous_stride(const std::vector<Dim>& shape) {
  std::vector<Dim> stride(shape.size());
  try {
    sym::Expr step = sym::integer(1);
    for (std::size_t i = shape.size(); i-- > 0;) {
      stride[i] = as_dim(step);
      if (i > 0) step = sym::mul({step, as_factor(shape[i])});
    }
  } catch (const InputError&) {  // not an expression, or a product beyond 64 bits
    return std::nullopt;
  }
  return stride;
}

}  // namespace

std::optional<std::vector<Dim>> contiguous_stride(const std::vector<Dim>& shape) {
  std::vector<Dim> stride(shape.size());
  std::int64_t step = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    stride[i].number = step;
    if (i == 0) break;
    if (shape[i].symbolic()) return symbolic_contiguous_stride(shape);
    if (__builtin_mul_overflow(step, std::max<std::int64_t>(shape[i].number, 1), &step)) return std::nullopt;
  }
  return stride;
}

bool operator==(const Output& left, const Output& right) { return left.data == right.data; }

}  // namespace assay
