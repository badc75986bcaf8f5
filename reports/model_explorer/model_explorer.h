// Graphs for Google's Model Explorer: its JSON graph collections, and what lays two of them side by side.
#pragma once

#include <string>

#include "harness/diff/paired_diff.h"
#include "harness/graph/graph.h"

namespace assay {

/// A graph collection: a graph for each one of the file, node ids "joint/%12". The namespace of a node, which
/// the viewer shows as nested layers, is its module's path; that of parameters and other inputs that no user
/// gives is their first reader's; what a backward pass runs lies below "backward" where there is a forward
/// pass too. Constants, effects, module and source are attributes, dtype, shape, stride and device metadata
/// of the outputs, names of arguments metadata of the inputs. Sub-graphs are linked from the nodes that use
/// them.
///
/// Names stay text: control characters and those that turn text are shown by their bytes, and long texts are
/// cut.
std::string print_model_explorer(const GraphFile& file);

/// Two graph collections, and the file that the viewer's "sync navigation" loads. Nodes that belong together
/// are mapped, by id, and so are layers of one name; nodes that are not are missing or extra. All that differ
/// are coloured, and say what differs in an attribute "difference".
struct ExplorerDifference {
  std::string left, right, mapping;
};
ExplorerDifference print_model_explorer(const GraphFile& left, const GraphFile& right,
                                        const PairedDiff& diff);

}  // namespace assay
