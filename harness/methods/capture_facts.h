// facts_of: reads from a captured graph file the needs that it meets.
#pragma once

#include "harness/graph/graph.h"
#include "harness/methods/comparison.h"

namespace assay {

/// Whether the graphs meet a declared need. False for other needs.
/// - backward: a gradient is among the results.
/// - shapes: every tensor has a shape and a type.
/// - mutation: an operator writes, or a result is the final value of a state or an input.
/// - aliasing: a result shares memory with an input or another result, by the views that operators state.
/// - dynamic: there is a symbol.
/// - names: a parameter or buffer is an input under its name.
bool shows(const GraphFile& file, Need need);

/// The facts of a capture by `method`. A declared need that the method lacks is kCannot, whatever the graphs
/// have. one_graph: no more graphs than the method declares, and no break. functional: no operator writes,
/// judged by the graphs alone.
CaptureFacts facts_of(const GraphFile& file, const Method& method);

}  // namespace assay
