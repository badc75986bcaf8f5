// TensorType: what is known of a tensor before its program runs: element type, sizes, and where it lies in
// memory.
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

/// Rows after rows, from `offset` on.
TensorType contiguous(DType dtype, std::vector<std::int64_t> shape, std::int64_t offset = 0);

bool is_contiguous(const TensorType& type);
/// Some element stands at several places because a stride is 0: PyTorch refuses to write there.
bool is_expanded(const TensorType& type);
/// Elements may share places, by sizes and strides: an expanded tensor, and a window over its neighbour's.
bool may_overlap(const TensorType& type);
/// The place of its last element in its memory, counted in elements.
std::int64_t last_place(const TensorType& type);
/// Whether a tensor of `operand` can be written into one of `target` without changing its shape.
bool broadcasts_to(const TensorType& operand, const TensorType& target);
/// The shape of `left + right`; nothing where they do not go together.
std::optional<std::vector<std::int64_t>> broadcast(const TensorType& left, const TensorType& right);
/// "(4, 6)", "(4,)", "()", as Python writes it.
std::string tuple_text(const std::vector<std::int64_t>& sizes);

}  // namespace assay::fuzz
