// draw_graph: drawings of the graphs of a file.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reports/drawing/drawing.h"
#include "reports/drawing/fold.h"

namespace assay {

struct DrawOptions {
  enum class Detail : std::uint8_t {
    kOperators,  ///< edges between operators, with the tensor's dtype and shape
    kTensors,    ///< each output of an operator is a node of its own
  };
  Detail detail = Detail::kOperators;
  Fold fold = {};
  std::size_t most_nodes = 150;  ///< kAuto folds beyond this number, tensors not counted
};

/// A cluster per graph. Sub-graphs are nested in the graph that uses them, with an edge from the using
/// operator. Several uses of a tensor by an operator are several edges. To or from a folded node there is a
/// single edge with the number of its values. A folded node shows how many nodes and edges it has, and its
/// operators. The caption reports the folding.
Drawing draw_graph(const GraphFile& file, const DrawOptions& options = {});

/// A single graph, without a cluster.
Drawing draw_graph(const Graph& graph, const DrawOptions& options = {});

}  // namespace assay
