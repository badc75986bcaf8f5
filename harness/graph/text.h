// The text form of a graph file, for people and tests. Round-trips with the JSON form.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

// clang-format off
/// A statement per line. Empty lines and lines that start with `#` are skipped. Indentation is free:
///
///   case seed/mlp           header lines, optional, before the first graph: case, method, device, phantom, fake,
///   package timm 1.0.9      torch, python, package NAME V, environment NAME V, case_file, case_sha256, lowered_from,
///   verified 2.15.0 3.11.2 timm=1.0.9
///   graph joint             a sub-graph: `graph joint/true_graph_0 of %12`
///   resumes joint           after the break of that graph; this graph's own break: break "REASON" "model.py:12"
///   assumes {"calls": 2}    attributes of the program's modules that the capture read as constants
///   symbol s0 hint=4 lower=2 upper=64
///   guard Eq(Mod(s0, 4), 0)
///   %0 = input parameter "0.weight" also("1.weight") : f32[32,16,3,3]
///   %1 = input constant "c" data("AACAPw==") : f32[]          or sha256(64 digits)
///   %2 = aten.add_.Tensor(self=%0, other=1.0, alpha?=1) mutates(self) rng state alias(0:self) : f32[2]
///   %3 = module:act(0=%2) unbound module torch.nn.SiLU {"inplace": False} : (f32[s0,2]{1,s0} cuda, [int(s0), None])
///   output "0"=%3.1.0, gradient "0.weight"=%2, mutation "1.running_mean"=%2, replacement "kept"=%3, saved "3"=%0
///
/// Names that are not bare words (letters, digits, `_ . : / < > $ @ + -`) are quoted. Strings have JSON's escapes.
/// References: %3 is output 0, %3.1 output 1, %3.1.0 an output nested in it. `alpha?=1`: a defaulted argument.
/// Values:  7  1.0  nan  -inf  None True False (or null true false)  "x"  [..]  (a,)  {k: v}  slice(a, b, c)  ...
///   complex(1.0, 2.0)  torch.float32 (also layouts, memory formats)  device(cuda:1)  sym(2*s0 + 1)
///   graph(joint/true_graph_0)  py(torch.relu)  opaque(Generator)
/// Outputs: f32[2,3]{3,1} cuda:1 layout(sparse_coo), without contiguous strides, cpu and strided; `{?}` for no
///   strides; int(s0), or float(?) if it depends on data; [..] nested; opaque(Size); None; `(a, b)` for several
///   outputs, nothing for none.
/// Suffix ` at(module="..", source="..", stage="..")`: the origin of a node.
///
/// Throws InputError with line, column, caret, expected and found. Messages name the text `source`.
// clang-format on
GraphFile parse_text(std::string_view text, std::string_view source = "text");

std::string print_text(const GraphFile& file);

/// The beginning of a text: its name in messages and its first line there.
struct TextPlace {
  std::string_view source = "text";
  std::size_t line = 1;
};
/// Graphs without a header. Values on `own_device` are written without device (`f32[2]`, `device()`): graphs
/// that differ only in that device have the same text.
std::vector<Graph> parse_graphs(std::string_view text, TextPlace place, const DevicePlace& own_device);
std::string print_graphs(const std::vector<Graph>& graphs, const DevicePlace& own_device);

/// A node as in print_text, without the newline and without `at(..)`: for diffs.
std::string print_node(const Graph& graph, NodeId node);
std::string print_value(const Value& value);
/// The same without node numbers and, for nodes, without outputs: equal for equal operations in two places.
std::string print_node_anywhere(const Graph& graph, NodeId node);
std::string print_value_anywhere(const Value& value);
std::string print_output(const Output& output);

}  // namespace assay
