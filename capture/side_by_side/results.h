// Results: what the graphs of a file give the user, and what Python gives beside them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>

#include "capture/side_by_side/flow.h"
#include "capture/side_by_side/sides.h"

namespace assay::replay {

using ValuesByName = std::map<std::string, c10::IValue>;

/// The user's results of the replay by name. Throws CannotReplay for one that Python made outside the graphs.
ValuesByName results_by_name(const Sides& sides, const Flow& flow);

/// Whether Python returns a result that no graph of Dynamo's gives: a number, or a tensor that is a global
/// variable or in a closure.
bool python_gives_more(const Sides& sides, const std::vector<NamedValue>& results);
/// Whether a name stands for another of the states that the program had before the run. No graph says so.
bool python_exchanges_states(const Sides& sides);

}  // namespace assay::replay
