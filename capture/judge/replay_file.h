// replay_file: is a graph file the program that runs? The judge of a replay.
#pragma once

#include "capture/side_by_side/script.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// Runs the case and the file side by side: the same inputs, fresh ones, those the case provides, aliased
/// ones, other sizes, the other mode; design section 8 has the rules. A file that cannot be read or executed
/// is kFails with the reason; what the case itself raises on its own inputs passes through as the Python
/// exception it is.
ReplayReport replay_file(const ReplayRequest& request, const EnterStage& enter);

}  // namespace assay::replay
