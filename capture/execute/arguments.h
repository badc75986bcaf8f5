// Arguments: values of a graph file as c10 values, by the types of an operator schema.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"

namespace assay::replay {

/// A value does not fit: "expected Tensor, found int". Callers prefix the node and the argument.
class Misfit : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Values known only while a graph runs.
class Running {
 public:
  virtual ~Running() = default;
  virtual c10::IValue at(const Ref& ref) const = 0;
  virtual c10::IValue symbolic(Name expression) const = 0;  ///< int, float or bool
};

/// Whether `value` is the same in every run: free of references, symbolic expressions and sub-graphs.
bool is_constant(const Value& value);

enum class Devices { kAsWritten, kCpu };

/// Converts `value` to an argument of type `type`. Converts lists, optionals and numbers like PyTorch's own
/// argument parser. `fixed_size`: the 2 of `int[2]`, which also accepts a single number. Throws Misfit.
c10::IValue to_ivalue(const Value& value, const c10::Type& type, std::optional<int> fixed_size,
                      Devices devices, const Running* running);

/// Converts the value of a reference to an argument of type `type`. Throws Misfit.
c10::IValue fit(c10::IValue given, const c10::Type& type);

/// "Tensor", "int", "None", "list", ..
std::string kind_of(const c10::IValue& value);

std::vector<std::int64_t> fixed_numbers(const std::vector<Dim>& dims);  // throws Misfit for a symbol
/// Zeros, for a constant whose value nothing needs. Throws Misfit.
at::Tensor zeros_of(const TensorMeta& meta, Devices devices);
at::ScalarType scalar_type_of(DType dtype);  // throws Misfit for a dtype that this PyTorch lacks
at::Layout layout_of(Layout layout);
at::MemoryFormat memory_format_of(MemoryFormat format);
at::Device device_of(const DevicePlace& place, Devices devices);

/// The tensor of an input of role `constant`, on its device. `folder` has the graph file and its SHA256.bin
/// files. Throws Misfit if the bytes are missing or do not match shape, element type or digest.
at::Tensor constant_of(const Node& input, const std::string& folder, Devices devices);

}  // namespace assay::replay
