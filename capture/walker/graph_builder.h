// GraphBuilder: one graph under construction; what the FX walker and the dispatch recorder share.
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

/// Bytes of the constants too large for the graph file, by SHA-256; the writer puts each into SHA256.bin
/// beside it.
using LargeConstants = std::map<std::string, std::string>;

/// Bytes of a tensor's elements in contiguous order; nothing for a meta tensor, and for a fake one that
/// carries no value (capture/program/carried.py).
std::optional<ConstantValue> read_constant(pybind11::handle tensor);
/// The same, for a tensor that is not fake, without the interpreter.
std::optional<ConstantValue> read_constant(const at::Tensor& tensor);

/// The numbers that one run gave, out of tensors or of a draw: no part of the graph. Symbols stay.
void forget_numbers(std::vector<Output>& outputs);

/// Appends nodes in capture order. Generators become inputs of role `generator` where they are first used,
/// numbered in that order.
class GraphBuilder {
 public:
  GraphBuilder(std::string name, std::function<Value(pybind11::handle)> node_reference,
               std::function<Value(pybind11::handle)> tensor_reference);

  NodeId add(Node node);
  /// An input of `role`; its output is read from `value`. A parameter or buffer is known from then on.
  NodeId add_input(Role role, Name name, std::vector<Name> also, pybind11::handle value);
  NodeId add_constant(Name name, pybind11::handle tensor);
  NodeId add_constant(Name name, Output output, std::optional<ConstantValue> value,
                      const std::optional<MemoryPlace>& place);
  void rename_constant(NodeId constant, Name name);
  /// A parameter or buffer that is no input of the graph, or not yet: constants in its memory say so.
  void know_state(Role role, Name name, pybind11::handle value);
  /// An op bound to its schema, with the outputs of `value`, effects and aliases.
  NodeId add_operator(const OperatorSchema& schema, pybind11::handle args, pybind11::handle kwargs,
                      pybind11::handle value);
  NodeId add_operator(const OperatorSchema& schema, std::vector<Argument> bound, std::vector<Output> outputs);
  /// What the output node will give, in this order.
  void add_result(ResultRole role, Name name, pybind11::handle value);
  /// The graph of a recorder, with its output node and symbols; the builder is empty afterwards.
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

/// `role` as captured/captured.py writes it; an unknown one is a HarnessError.
Role role_of(pybind11::handle role);
ResultRole result_role_of(pybind11::handle role);

}  // namespace assay
