// Texts of nodes and values in drawings.
#pragma once

#include <string>
#include <vector>

#include "harness/graph/graph.h"
#include "reports/drawing/drawing.h"

namespace assay {

DrawnKind kind_of(const Node& node);

/// "%4 aten.convolution.default", then the constants given by the program and the effects: "stride=[2, 2]".
/// An input has its role and name, the output node "output".
std::vector<std::string> lines_of(const Graph& graph, NodeId id);

/// The node in the text form, then its module and source.
std::string details_of(const Graph& graph, NodeId id);

/// "f32[2,3]" for a tensor, without strides. Other values in the text form. Empty for null.
std::string value_words(const Output* output);
/// The value of `ref`. Its output index comes first if the node has several outputs: ".1 f32[2,3]".
std::string value_words(const Graph& graph, const Ref& ref);

/// "joint/%12".
std::string drawn_id(const Graph& graph, NodeId id);

}  // namespace assay
