// print_fx_module: exports the graphs of a file as a Python module that builds torch.fx.GraphModules.
#pragma once

#include <string>

#include "harness/graph/graph.h"

namespace assay {

// clang-format off
/// The module has `build(folder=None, device=None) -> dict[str, GraphModule]`, with an entry per graph that is not a
/// sub-graph. It needs PyTorch, not Assay.
///
///   graph file                      torch.fx
///   input                           a placeholder, in the file's order; its identifier consists of role and name
///                                   ("p_0_weight", "b_1_running_mean", "input_0", "tangent_0"), both in node.meta["assay"]
///   input constant with bytes       a buffer, read by get_attr; from SHA256.bin in `folder` if the file has no bytes
///   operator                        call_function of the overload with the arguments that the program gave, and those
///                                   whose defaults differ in the schema of the running PyTorch
///   a sub-graph                     a GraphModule in an attribute, read by get_attr
///   fn:, method:                    call_function, call_method
///   module:                         call_module of a module built from its class and hyper-parameters; parameters and
///                                   buffers of such a graph belong to the GraphModule (load_state_dict), not to placeholders
///   results                         a tuple, in the file's order; roles and names in GraphModule.meta["assay"]
///   symbolic sizes                  computed as in the graph, by aten.sym_size; a symbol that is an argument by itself
///                                   is read from the input that has it
///
/// Names of a file are data: in the module they are ASCII string literals. Only callables that capture/callables allows are
/// looked up, and only in torch, operator, math and builtins. Throws InputError with the node for parts without a form in
/// torch.fx. These are callables of the program, modules that are not PyTorch's, values known only by their type, and
/// expressions of symbols that no operator computes.
// clang-format on
std::string print_fx_module(const GraphFile& file);

}  // namespace assay
