// TensorMeta and Output: the outputs of a node.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "harness/graph/dtype.h"
#include "harness/graph/value.h"

namespace assay {

/// A size or stride: a number, or a canonical expression over the graph's symbols.
struct Dim {
  std::int64_t number = 0;  ///< used if `expr` is empty
  Name expr;                ///< "2*s0 + 1"
  bool symbolic() const { return !expr.empty(); }
  friend bool operator==(const Dim&, const Dim&) = default;
};

/// `stride` is in elements, one per dimension; absent for layouts without strides. Text form: `f32[2,3]{3,1}
/// cuda`, without contiguous strides and without `cpu`.
struct TensorMeta {
  DType dtype = DType::kFloat32;
  std::vector<Dim> shape;
  std::optional<std::vector<Dim>> stride;
  DevicePlace device{Name("cpu")};
  Layout layout = Layout::kStrided;
  friend bool operator==(const TensorMeta&, const TensorMeta&) = default;
};

/// Contiguous strides of `shape` in PyTorch's way: a size of 0 counts as 1. Strides of symbolic sizes are
/// products ("3*s1"). Empty if a stride exceeds 64 bits.
std::optional<std::vector<Dim>> contiguous_stride(const std::vector<Dim>& shape);

enum class ScalarType : std::uint8_t { kInt, kFloat, kBool, kComplex };

/// A Python number as an output: its expression, empty if it depends on data. {"sym": .., "type": "int"}
struct ScalarMeta {
  Name expr;
  ScalarType type = ScalarType::kInt;
  friend bool operator==(const ScalarMeta&, const ScalarMeta&) = default;
};

/// A tensor, a number, nested outputs, null, or an object of which only the type's name is known.
struct Output {
  std::variant<Null, TensorMeta, ScalarMeta, Opaque, std::vector<Output>> data;
  friend bool operator==(const Output& left, const Output& right);
};

}  // namespace assay
