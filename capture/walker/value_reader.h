// ValueReader: converts Python arguments to Values of the graph file.
#pragma once

#include <functional>

#include <torch/csrc/utils/pybind.h>

#include "capture/walker/symbol_table.h"
#include "harness/graph/value.h"

namespace assay {

/// Values that only the owner of a graph under construction can resolve. Each callback gets a live Python
/// object.
struct References {
  std::function<Value(pybind11::handle)> node;       ///< a torch.fx.Node
  std::function<Value(pybind11::handle)> tensor;     ///< a torch.Tensor argument
  std::function<Value(pybind11::handle)> generator;  ///< a torch.Generator
};

/// Converts constants and containers. A value without its own form becomes Opaque with its type's name, never
/// its repr (which has addresses).
class ValueReader {
 public:
  ValueReader(SymbolTable& symbols, References references);
  Value read(pybind11::handle value) { return read(value, 0); }

 private:
  Value read(pybind11::handle value, int depth);
  Value read_torch(pybind11::handle value);
  ValueList read_items(pybind11::handle sequence, int depth);

  SymbolTable& symbols_;
  References references_;
  pybind11::handle fx_node_type_, generator_type_, op_overload_type_;
};

/// "torch.nn.functional.relu": FX's own name of a Python callable.
std::string qualified_name(pybind11::handle callable);

}  // namespace assay
