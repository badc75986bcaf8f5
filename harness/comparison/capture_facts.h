// facts_of: what a captured graph file has of what its method declares to express.
#pragma once

#include "harness/comparison/comparison.h"
#include "harness/graph/graph.h"

namespace assay {

/// backward: a gradient among the results. shapes: every operator's tensors have shape and type. mutation: an
/// operator that writes, or a result that says what an input ends as. aliasing: an operator that says what
/// its output is a view of. dynamic: a symbol. names: a parameter or buffer as an input of its name. What the
/// method does not declare is kCannot, whatever the graphs have.
CaptureFacts facts_of(const GraphFile& file, const Method& method);

}  // namespace assay
