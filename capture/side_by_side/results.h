// Results: the user's results from the graphs of a file, and from Python beside them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>

#include "capture/side_by_side/flow.h"
#include "capture/side_by_side/sides.h"

namespace assay::replay {

using ValuesByName = std::map<std::string, c10::IValue>;

/// The user's results of the replay by name. Throws CannotReplay for a result that Python made outside the
/// graphs.
ValuesByName results_by_name(const Sides& sides, const Flow& flow);

/// Whether Python returns a result that is in no graph of Dynamo: a number, or a tensor from a global
/// variable or closure.
bool python_gives_more(const Sides& sides, const std::vector<NamedValue>& results);
/// Whether a name now has another of the states that the program had before the run. Graphs do not show this.
bool python_exchanges_states(const Sides& sides);

}  // namespace assay::replay
