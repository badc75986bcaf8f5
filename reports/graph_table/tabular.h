// print_tabular: a table view of graphs, like print_tabular of torch.fx. It cannot be read back; the text
// form can.
#pragma once

#include <string>

#include "harness/graph/graph.h"

namespace assay {

/// A title and a table per graph: kind, id, target, args, outputs. A cell that is too long shifts the rest of
/// its line.
std::string print_tabular(const GraphFile& file);

}  // namespace assay
