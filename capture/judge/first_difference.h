// FirstDifference: the first operator where a replay departs from eager.
#pragma once

#include <optional>

#include "capture/observe/op_trace.h"
#include "harness/graph/graph.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// The departure, from the events in both traces.
struct FirstDifference {
  std::optional<Departure> departure;  ///< the first operator whose value differs from eager's
  /// Rounding cannot explain a difference. Either one operator gave other values on bitwise equal tensors
  /// with other constants, or both runs had the same operators in the same order.
  bool is_certain = false;
};
FirstDifference find_first_difference(const GraphFile& file, const OpTrace& eager, const OpTrace& replay);

}  // namespace assay::replay
