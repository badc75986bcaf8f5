// Where an FX node came from: module path and source line.
#pragma once

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay {

/// From node.meta's nn_module_stack and stack_trace. Source paths are relative to site-packages or just the
/// file's name: a graph file holds no path of the machine it was made on.
NodeMeta origin_of(pybind11::handle fx_node);

/// node.meta[key], or None.
pybind11::object fx_meta(pybind11::handle fx_node, const char* key);

/// "models/seed/net.py" out of "/home/x/.../site-packages/a/b.py" -> "a/b.py"; any other path -> its last
/// component.
std::string portable_source(std::string_view path);

}  // namespace assay
