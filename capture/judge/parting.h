// Parting: where a replay parts from eager.
#pragma once

#include <optional>

#include "capture/observe/witness.h"
#include "harness/graph/graph.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// How a replay parts from eager, from what both witnesses saw.
struct Parting {
  std::optional<Departure> departure;  ///< the first operator with another value than eager's counterpart
  /// The same operator on bitwise the same tensors with other constants gave other values, or all operators
  /// were the same in the same order: rounding cannot explain a difference.
  bool is_certain = false;
};
Parting find_parting(const GraphFile& file, const Witness& eager, const Witness& replay);

}  // namespace assay::replay
