// print_model_explorer: JSON graph collections for Google's Model Explorer, and the mapping between two.
#pragma once

#include <string>

#include "harness/diff/paired_diff.h"
#include "harness/graph/graph.h"

namespace assay {

/// A collection with a graph per graph of the file. Node ids are "joint/%12". The viewer shows namespaces as
/// nested layers. The namespace of an operator is its module path, below "backward" in the backward pass of a
/// joint graph. Inputs other than user inputs and tangents have the namespace of their first reader.
///
/// Constants, effects, module and source are node attributes. Dtype, shape, stride and device are metadata of
/// the outputs, argument names metadata of the inputs. Nodes link to the sub-graphs that they use.
///
/// Names stay text: control characters and bidirectional controls appear as bytes, and long texts are cut.
std::string print_model_explorer(const GraphFile& file);

/// Two graph collections, and the file for the viewer's "sync navigation". It maps paired nodes by id, and
/// layers of equal names. Unpaired nodes are missing or extra. All nodes that differ are coloured and have an
/// attribute "difference".
struct ExplorerDifference {
  std::string left, right, mapping;
};
ExplorerDifference print_model_explorer(const GraphFile& left, const GraphFile& right,
                                        const PairedDiff& diff);

}  // namespace assay
