// Origin of an FX node: module path and source line.
#pragma once

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay {

/// From nn_module_stack and stack_trace in node.meta. Source paths are relative to site-packages, or only the
/// file name, because a graph file must not contain paths of the machine.
NodeMeta origin_of(pybind11::handle fx_node);

/// node.meta[key], or None.
pybind11::object fx_meta(pybind11::handle fx_node, const char* key);

/// "/home/x/.../site-packages/a/b.py" -> "a/b.py"; any other path -> its last component.
std::string portable_source(std::string_view path);

}  // namespace assay
