// The table view of graphs: for people who know torch.fx's print_tabular. One way only; the text form is the
// one that reads back.
#pragma once

#include <string>

#include "harness/graph/graph.h"

namespace assay {

/// Per graph a title and the columns kind, id, target, args, outputs; columns are aligned, except after a
/// cell that is too long.
std::string print_tabular(const GraphFile& file);

}  // namespace assay
