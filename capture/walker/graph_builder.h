// GraphBuilder: a graph under construction, shared by the FX walker and the recorders.
#pragma once

#include <functional>
#include <map>
#include <unordered_map>

#include <torch/csrc/utils/pybind.h>

#include "capture/walker/operator_schema.h"
#include "capture/walker/shared_memory.h"
#include "capture/walker/symbol_table.h"
#include "capture/walker/tensor_reader.h"
#include "capture/walker/value_reader.h"
#include "harness/graph/graph.h"

namespace assay {

/// Bytes of the constants too large for the graph file, by SHA-256. The writer puts each into a SHA256.bin
/// beside the file.
using LargeConstants = std::map<std::string, std::string>;

/// The elements of a tensor in contiguous order. Nothing for a meta tensor, a layout without strides, freed
/// memory, or a fake tensor without a value (capture/program/carried.py). Raises Unsupported for a tensor
/// without plain memory.
std::optional<ConstantValue> read_constant(pybind11::handle tensor);
/// The same for a tensor that is not fake, without the interpreter.
std::optional<ConstantValue> read_constant(const at::Tensor& tensor);

/// Removes numbers that a run computed from tensors or random draws, because they are no part of the graph.
/// Keeps symbols.
void forget_numbers(std::vector<Output>& outputs);

/// Appends nodes in capture order. A generator becomes an input of role `generator` at its first use.
/// Generators are numbered in that order.
class GraphBuilder {
 public:
  GraphBuilder(std::string name, std::function<Value(pybind11::handle)> node_reference,
               std::function<Value(pybind11::handle)> tensor_reference);

  NodeId add(Node node);
  /// An input of `role`, with its output read from `value`. Registers a parameter or buffer.
  NodeId add_input(Role role, Name name, std::vector<Name> also, pybind11::handle value);
  NodeId add_constant(Name name, pybind11::handle tensor);
  NodeId add_constant(Name name, Output output, std::optional<ConstantValue> value,
                      const std::optional<MemoryPlace>& place);
  void rename_constant(NodeId constant, Name name);
  /// Registers a parameter or buffer that is not an input, or not yet. Constants in its memory then refer to
  /// it.
  void know_state(Role role, Name name, pybind11::handle value);
  /// An op bound to its schema, with the outputs of `value`, side effects and aliases.
  NodeId add_operator(const OperatorSchema& schema, pybind11::handle args, pybind11::handle kwargs,
                      pybind11::handle value);
  NodeId add_operator(const OperatorSchema& schema, std::vector<Argument> bound, std::vector<Output> outputs);
  /// Results of the output node, in call order.
  void add_result(ResultRole role, Name name, pybind11::handle value);
  /// The recorder's graph with output node and symbols. Leaves the builder empty.
  Graph finish(const std::string& name);

  Graph& graph() { return graph_; }
  SymbolTable& symbols() { return symbols_; }
  TensorReader& tensors() { return tensors_; }
  ValueReader& values() { return values_; }
  LargeConstants& large_constants() { return large_constants_; }

 private:
  Value generator(pybind11::handle generator);

  Graph graph_;
  std::vector<Result> results_;
  LargeConstants large_constants_;
  SharedMemory memory_;
  SymbolTable symbols_;
  TensorReader tensors_;
  ValueReader values_;
  std::unordered_map<const void*, NodeId> generators_;
};

/// `role` in the spelling of captured/captured.py. Throws HarnessError for an unknown role.
Role role_of(pybind11::handle role);
ResultRole result_role_of(pybind11::handle role);

}  // namespace assay
