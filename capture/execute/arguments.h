// Arguments: values of a graph file as c10 values, by the types of an operator's schema.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"

namespace assay::replay {

/// A value that does not fit: "expected Tensor, found int". Whoever knows node and argument puts them before.
class Misfit : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What is known only while a graph runs.
class Running {
 public:
  virtual ~Running() = default;
  virtual c10::IValue at(const Ref& ref) const = 0;
  virtual c10::IValue symbolic(Name expression) const = 0;  ///< int, float or bool
};

/// Whether `value` is the same in every run: no reference, no symbolic expression, no sub-graph in it.
bool is_constant(const Value& value);

enum class Devices { kAsWritten, kCpu };

/// `value` as an argument of type `type`; lists, options and numbers are converted as PyTorch's own argument
/// parser would. `fixed_size`: of `int[2]`, for which one number stands too. Throws Misfit.
c10::IValue to_ivalue(const Value& value, const c10::Type& type, std::optional<int> fixed_size,
                      Devices devices, const Running* running);

/// What a reference gave, as an argument of type `type`. Throws Misfit.
c10::IValue fit(c10::IValue given, const c10::Type& type);

/// "Tensor", "int", "None", "list", ..
std::string kind_of(const c10::IValue& value);

std::vector<std::int64_t> fixed_numbers(const std::vector<Dim>& dims);  // throws Misfit for a symbolic one
/// Memory for a constant whose value nothing needs: zeros. Throws Misfit.
at::Tensor zeros_of(const TensorMeta& meta, Devices devices);
at::ScalarType scalar_type_of(DType dtype);  // throws Misfit for a type that this PyTorch does not have
at::Layout layout_of(Layout layout);
at::MemoryFormat memory_format_of(MemoryFormat format);
at::Device device_of(const DevicePlace& place, Devices devices);

/// The tensor of an input of role `constant`, on its device; `folder` holds the graph file and SHA256.bin
/// beside it. Throws Misfit when the bytes are absent or do not fit shape, element type or digest.
at::Tensor constant_of(const Node& input, const std::string& folder, Devices devices);

}  // namespace assay::replay
