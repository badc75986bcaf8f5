// TensorType: sizes and strides.
#include "harness/fuzz/tensor_type.h"

#include <algorithm>
#include <utility>

namespace assay::fuzz {

std::int64_t TensorType::elements() const {
  std::int64_t product = 1;
  for (const std::int64_t size : shape) product *= size;
  return product;
}

TensorType contiguous(DType dtype, std::vector<std::int64_t> shape, std::int64_t offset) {
  TensorType type{.dtype = dtype, .shape = std::move(shape), .stride = {}, .offset = offset};
  type.stride.resize(type.shape.size());
  std::int64_t step = 1;
  for (std::size_t i = type.shape.size(); i-- > 0;) {
    type.stride[i] = step;
    step *= type.shape[i];
  }
  return type;
}

bool is_contiguous(const TensorType& type) {
  const TensorType packed = contiguous(type.dtype, type.shape);
  for (std::size_t i = 0; i < type.dimensions(); ++i)
    if (type.shape[i] != 1 && type.stride[i] != packed.stride[i]) return false;
  return true;
}

bool is_expanded(const TensorType& type) {
  for (std::size_t i = 0; i < type.dimensions(); ++i)
    if (type.shape[i] > 1 && type.stride[i] == 0) return true;
  return false;
}

bool may_overlap(const TensorType& type) {
  std::vector<std::pair<std::int64_t, std::int64_t>>
      steps;  // (stride, steps) of dimensions with more than one element
  for (std::size_t i = 0; i < type.dimensions(); ++i)
    if (type.shape[i] > 1) steps.emplace_back(type.stride[i], type.shape[i] - 1);
  std::ranges::sort(steps);
  std::int64_t reached = 0;
  for (const auto& [step, times] : steps) {
    if (step <= reached) return true;
    reached += step * times;
  }
  return false;
}

std::int64_t last_place(const TensorType& type) {
  std::int64_t place = type.offset;
  for (std::size_t i = 0; i < type.dimensions(); ++i) place += (type.shape[i] - 1) * type.stride[i];
  return place;
}

std::optional<std::vector<std::int64_t>> broadcast(const TensorType& left, const TensorType& right) {
  const std::size_t dimensions = std::max(left.dimensions(), right.dimensions());
  std::vector<std::int64_t> shape(dimensions, 1);
  for (const TensorType* side : {&left, &right}) {
    for (std::size_t back = 1; back <= side->dimensions(); ++back) {
      const std::int64_t size = side->shape[side->dimensions() - back];
      std::int64_t& sum = shape[dimensions - back];
      if (sum != size && sum != 1 && size != 1) return std::nullopt;
      sum = std::max(sum, size);
    }
  }
  return shape;
}

bool broadcasts_to(const TensorType& operand, const TensorType& target) {
  return broadcast(operand, target) == target.shape;
}

std::string tuple_text(const std::vector<std::int64_t>& sizes) {
  std::string text;
  for (const std::int64_t size : sizes) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "(" + text + (sizes.size() == 1 ? ",)" : ")");
}

}  // namespace assay::fuzz
