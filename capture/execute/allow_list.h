// Allow-list: the Python callables that a graph file may name. A graph file is data. Its names are looked up
// in tables built from fixed parts of PyTorch, or in the case's own model. No name is
// imported, evaluated or walked with getattr before a table allows it. Each function that takes a name throws
// Misfit ("refused: ..") for any other name.
#pragma once

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay::replay {

/// Builds the large tables now, for forked children to inherit. Otherwise each child builds them at its
/// first look-up, in 30 ms.
void make_allow_list();

/// `fn:NAME`. Allowed, unless function_rules.h refuses it:
/// - functions that torch.overrides lists, kernels of ATen under their Python names, Dynamo's tables of
///   functions for graphs,
/// - plain arithmetic of operator and math.sqrt, a few builtins, fixed names of torch, wrappers of NumPy,
/// - torch.ops below open namespaces, named tuples of the case's own modules,
/// - functions that the case's own modules passed to torch.fx.wrap.
pybind11::object allowed_function(Name name, const pybind11::object& model);

/// `method:NAME`: an unbound tensor method.
pybind11::object allowed_method(Name name);
/// Methods of values that are not tensors: a closed set for dicts and sizes.
void require_plain_method(pybind11::handle value, Name name);

/// `getattr(object, name)` for a closed set of attributes.
pybind11::object allowed_attribute(pybind11::handle object, pybind11::handle name);

/// `module:NAME` in the case's model, by registered sub-modules only. Class and hyper-parameters must be
/// those of the file.
pybind11::object allowed_module(const Node& node, const pybind11::object& model);

/// `higher_order.NAME`: an operator that calls sub-graphs.
pybind11::object allowed_higher_order(Name name);

/// "mylib.scale.default" as a Python object, if find_operator allows it.
pybind11::object allowed_operator(Name name, const pybind11::object& model);

}  // namespace assay::replay
