// Widened: a number by its shortest decimal text.
#include "capture/execute/widened.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <ATen/ATen.h>

namespace assay::replay {

namespace {

constexpr std::int64_t kFew = 4096;
bool is_narrow(at::ScalarType type) {
  return type == at::kFloat || type == at::kHalf || type == at::kBFloat16 || type == at::kComplexFloat ||
         type == at::kComplexHalf;
}

// The double with the shortest decimal text that reads as `value`.
double as_written(float value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  double read = value;
  std::from_chars(text.data(), end, read);
  return read;
}

}  // namespace

at::Tensor widened(const at::Tensor& tensor) {
  if (!tensor.defined() || !is_narrow(tensor.scalar_type()) || tensor.is_quantized() || tensor.is_nested())
    return tensor;
  const at::NoGradGuard no_grad;
  const at::Tensor given = tensor.detach();
  const at::Tensor wide = given.to(given.is_complex() ? at::kComplexDouble : at::kDouble);
  if (given.scalar_type() != at::kFloat || given.layout() != at::kStrided || given.numel() == 0) return wide;
  const at::Tensor plain = given.resolve_neg().to(at::kCPU).contiguous();
  const auto* values = plain.const_data_ptr<float>();
  const auto count = plain.numel();
  const bool fills = std::all_of(values, values + count, [&](float one) { return one == values[0]; });
  if (!fills && count > kFew) return wide;
  if (fills) return wide.fill_(as_written(values[0]));
  const at::Tensor written = at::empty(plain.sizes(), at::kDouble);
  std::transform(values, values + count, written.mutable_data_ptr<double>(), as_written);
  return wide.copy_(written);
}

}  // namespace assay::replay
