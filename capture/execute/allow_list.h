// Allow-list: the Python callables that a graph file may name. A graph file is data: a name in it is looked
// up in tables made of fixed parts of PyTorch, or in the case's own model; it is never imported, never
// evaluated, and never walked with getattr.
#pragma once

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay::replay {

/// Makes the tables now, for forked children to inherit; else each makes them at its first look, in 30 ms.
void make_allow_list();

/// `fn:NAME`: what torch.overrides lists, kernels of ATen under their Python names and Dynamo's tables of
/// functions that go into graphs, less what function_rules.h refuses; plain arithmetic of operator, a few
/// builtins, torch.ops below open namespaces, and functions that the case's own modules gave to
/// torch.fx.wrap. Throws Misfit
/// ("refused: ..").
pybind11::object allowed_function(Name name, const pybind11::object& model);

/// `method:NAME`: a tensor method, unbound. Throws Misfit.
pybind11::object allowed_method(Name name);
/// Methods of what is no tensor: a closed set for dicts and sizes. Throws Misfit.
void require_plain_method(pybind11::handle value, Name name);

/// `getattr(object, name)` for a closed set of attributes. Throws Misfit.
pybind11::object allowed_attribute(pybind11::handle object, pybind11::handle name);

/// `module:NAME` in the case's model, by registered sub-modules only; class and hyper-parameters must be
/// those of the file. Throws Misfit.
pybind11::object allowed_module(const Node& node, const pybind11::object& model);

/// `higher_order.NAME`: an operator that calls sub-graphs. Throws Misfit.
pybind11::object allowed_higher_order(Name name);

/// "mylib.scale.default" as a Python object, for what find_operator lets a graph file name. Throws Misfit.
pybind11::object allowed_operator(Name name, const pybind11::object& model);

}  // namespace assay::replay
