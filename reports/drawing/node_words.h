// What drawings say of nodes and values.
#pragma once

#include <string>
#include <vector>

#include "harness/graph/graph.h"
#include "reports/drawing/drawing.h"

namespace assay {

DrawnKind kind_of(const Node& node);

/// "%4 aten.convolution.default", below it the constants that were given and the effects: "stride=[2, 2]".
/// An input has its role and name, a folded-out result list is "output".
std::vector<std::string> lines_of(const Graph& graph, NodeId id);

/// The node as the text form has it, then its module and source.
std::string details_of(const Graph& graph, NodeId id);

/// "f32[2,3]" of a tensor, without strides; other values as the text form has them; "" of none.
std::string value_words(const Output* output);
/// The same of what `ref` leads to, with the output's index where the node has several: ".1 f32[2,3]".
std::string value_words(const Graph& graph, const Ref& ref);

/// "joint/%12".
std::string drawn_id(const Graph& graph, NodeId id);

}  // namespace assay
