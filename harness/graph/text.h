// The text form: the same model for people and tests. Round-trips with the JSON form.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

// clang-format off
/// One statement per line; empty lines and lines that start with `#` are skipped, indentation is free:
///
///   case seed/mlp           header lines, optional, before the first graph: case, method, device, phantom, fake,
///   package timm 1.0.9      torch, python, package NAME V, environment NAME V, case_file, case_sha256, lowered_from,
///   verified 2.15.0 3.11.2 timm=1.0.9
///   graph joint             a sub-graph: `graph joint/true_graph_0 of %12`
///   resumes joint           after the break of that graph; and what this one ends in: break "REASON" "model.py:12"
///   assumes {"calls": 2}    attributes of the program's modules that the capture read as constants
///   symbol s0 hint=4 lower=2 upper=64
///   guard Eq(Mod(s0, 4), 0)
///   %0 = input parameter "0.weight" also("1.weight") : f32[32,16,3,3]
///   %1 = input constant "c" data("AACAPw==") : f32[]          or sha256(64 digits)
///   %2 = aten.add_.Tensor(self=%0, other=1.0, alpha?=1) mutates(self) rng state alias(0:self) : f32[2]
///   %3 = module:act(0=%2) unbound module torch.nn.SiLU {"inplace": False} : (f32[s0,2]{1,s0} cuda, [int(s0), None])
///   output "0"=%3.1.0, gradient "0.weight"=%2, mutation "1.running_mean"=%2, replacement "kept"=%3, saved "3"=%0
///
/// Names that are no bare words (letters, digits, `_ . : / < > $ @ + -`) are quoted; strings have JSON's escapes.
/// References: %3 is output 0, %3.1 output 1, %3.1.0 one nested in it. `alpha?=1`: a defaulted argument.
/// Values:  7  1.0  nan  -inf  None True False (or null true false)  "x"  [..]  (a,)  {k: v}  slice(a, b, c)  ...
///   complex(1.0, 2.0)  torch.float32 (also layouts, memory formats)  device(cuda:1)  sym(2*s0 + 1)
///   graph(joint/true_graph_0)  py(torch.relu)  opaque(Generator)
/// Outputs: f32[2,3]{3,1} cuda:1 layout(sparse_coo), where contiguous strides, cpu and strided are left out and
///   `{?}` is for no strides; int(s0), or float(?) when it comes out of data; [..] nested; opaque(Size); None;
///   `(a, b)` for several, nothing for none.
/// Suffix ` at(module="..", source="..", stage="..")`: where a node came from.
///
/// Throws InputError with line, column, caret, expected and found; `source` names the text in messages.
// clang-format on
GraphFile parse_text(std::string_view text, std::string_view source = "text");

std::string print_text(const GraphFile& file);

/// Where a text begins: what names it in messages, and its first line there.
struct TextPlace {
  std::string_view source = "text";
  std::size_t line = 1;
};
/// Graphs without a header, of which all that lies on `own_device` names no device (`f32[2]`, `device()`):
/// two that differ in nothing but that device have one text.
std::vector<Graph> parse_graphs(std::string_view text, TextPlace place, const DevicePlace& own_device);
std::string print_graphs(const std::vector<Graph>& graphs, const DevicePlace& own_device);

/// One node as print_text shows it, without the newline and without `at(..)`: what diffs quote.
std::string print_node(const Graph& graph, NodeId node);
std::string print_value(const Value& value);
/// The same without numbers of nodes and, of nodes, without outputs: equal for what is done alike in two
/// places.
std::string print_node_anywhere(const Graph& graph, NodeId node);
std::string print_value_anywhere(const Value& value);
std::string print_output(const Output& output);

}  // namespace assay
