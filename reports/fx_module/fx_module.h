// print_fx_module: the graphs of a file as a Python module that makes runnable torch.fx.GraphModules of them.
#pragma once

#include <string>

#include "harness/graph/graph.h"

namespace assay {

// clang-format off
/// The module has `build(folder=None, device=None) -> dict[str, GraphModule]`, one for each graph that is no sub-graph; it
/// needs PyTorch and nothing of Assay.
///
///   graph file                      torch.fx
///   input                           a placeholder, in the file's order; its identifier is made of role and name
///                                   ("p_0_weight", "b_1_running_mean", "input_0", "tangent_0"), which are in node.meta["assay"]
///   input constant with bytes       a buffer, read by get_attr; from SHA256.bin in `folder` where the file has no bytes
///   operator                        call_function of the overload, all arguments that were given by the schema of the
///                                   running PyTorch, and those whose defaults are other ones there
///   a sub-graph                     a GraphModule that is an attribute, read by get_attr
///   fn:, method:                    call_function, call_method
///   module:                         call_module of a module made from its class and hyper-parameters; parameters and
///                                   buffers of such a graph are the GraphModule's own (load_state_dict), no placeholders
///   results                         a tuple, in the file's order; roles and names in GraphModule.meta["assay"]
///   symbolic sizes                  as the graph computes them, by aten.sym_size; a symbol that stands in an argument by
///                                   itself is read off the input that has it
///
/// Names of a file are data: in the module they are string literals of ASCII, and only callables that
/// capture/callables lets a graph file name are looked up, in torch, operator, math and builtins alone. InputError with
/// the node for what has no form there: a callable of the program's own, a module that is not PyTorch's, a value of which
/// the file holds the type only, an expression of symbols that no operator computes.
// clang-format on
std::string print_fx_module(const GraphFile& file);

}  // namespace assay
