// TensorType: the static properties of a tensor: element type, sizes, strides and offset.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/graph/dtype.h"

namespace assay::fuzz {

struct TensorType {
  DType dtype = DType::kFloat64;
  std::vector<std::int64_t> shape, stride;
  std::int64_t offset = 0;  ///< of the first element in its memory

  std::size_t dimensions() const { return shape.size(); }
  std::int64_t elements() const;
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// Row-major, starting at `offset`.
TensorType contiguous(DType dtype, std::vector<std::int64_t> shape, std::int64_t offset = 0);

bool is_contiguous(const TensorType& type);
/// A stride of 0 repeats an element: PyTorch refuses writes.
bool is_expanded(const TensorType& type);
/// Whether elements may share places: expanded tensors and overlapping windows.
bool may_overlap(const TensorType& type);
/// The place of its last element in its memory, in elements.
std::int64_t last_place(const TensorType& type);
/// Whether `operand` can be written into `target` without changing the shape of `target`.
bool broadcasts_to(const TensorType& operand, const TensorType& target);
/// The shape of `left + right`. Nothing if they do not broadcast.
std::optional<std::vector<std::int64_t>> broadcast(const TensorType& left, const TensorType& right);
/// "(4, 6)", "(4,)", "()", as in Python.
std::string tuple_text(const std::vector<std::int64_t>& sizes);

}  // namespace assay::fuzz
