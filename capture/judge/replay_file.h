// replay_file: the judge of a replay. Decides whether a graph file is the program that runs.
#pragma once

#include "capture/side_by_side/replay_setup.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// Runs the case and the file side by side on the capture's inputs, fresh inputs, inputs from the case,
/// aliased inputs, other sizes and the other mode. Design section 8 has the rules. A file that cannot be read
/// or executed is kFails with the reason. Exceptions of the case on its own inputs pass through as Python
/// exceptions.
ReplayReport replay_file(const ReplayRequest& request, const EnterStage& enter);

}  // namespace assay::replay
