// facts_of: what a captured graph file has of what its method declares to express.
#pragma once

#include "harness/graph/graph.h"
#include "harness/method_comparison/comparison.h"

namespace assay {

/// Whether the graphs have it, of a need that methods declare. backward: a gradient among the results.
/// shapes: every operator's tensors have shape and type. mutation: an operator that writes, or a result that
/// says what a state or an input ends as. aliasing: a result of the program that is the memory of an input or
/// of another result, through operators that say what they give views of; what replay holds against eager.
/// dynamic: a symbol. names: a parameter or buffer as an input of its name.
bool shows(const GraphFile& file, Need need);

/// Of needs that methods declare, what the method does not is kCannot, whatever the graphs have. one_graph:
/// no more graphs than the method declares, and no break. functional: no operator writes, by the graphs
/// alone.
CaptureFacts facts_of(const GraphFile& file, const Method& method);

}  // namespace assay
