// Parting: the first operator where a replay departs from eager.
#pragma once

#include <optional>

#include "capture/observe/witness.h"
#include "harness/graph/graph.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// The departure, from the events in both witnesses.
struct Parting {
  std::optional<Departure> departure;  ///< the first operator whose value differs from eager's
  /// Rounding cannot explain a difference. Either one operator gave other values on bitwise equal tensors
  /// with other constants, or both runs had the same operators in the same order.
  bool is_certain = false;
};
Parting find_parting(const GraphFile& file, const Witness& eager, const Witness& replay);

}  // namespace assay::replay
