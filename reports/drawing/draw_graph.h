// draw_graph: the graphs of a file as a drawing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reports/drawing/drawing.h"
#include "reports/drawing/fold.h"

namespace assay {

struct DrawOptions {
  enum class Detail : std::uint8_t {
    kOperators,  ///< an edge from each operator to who reads it, with the tensor's dtype and shape
    kTensors,    ///< operators and tensors in turn: what an operator gives is a node of its own
  };
  Detail detail = Detail::kOperators;
  Fold fold = {};
  std::size_t most_nodes = 150;  ///< above which Fold::How::kAuto folds; tensors do not count
};

/// A cluster for each graph, sub-graphs within those that use them, with an edge from the operator that does.
/// Several uses of a tensor by one operator are several edges; to and from folded nodes there is one edge,
/// with how many values it stands for. A folded node says how many nodes and edges it holds, and its
/// operators. The caption says what was folded.
Drawing draw_graph(const GraphFile& file, const DrawOptions& options = {});

/// Same for one graph, without a cluster.
Drawing draw_graph(const Graph& graph, const DrawOptions& options = {});

}  // namespace assay
