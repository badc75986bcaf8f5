// record_runs: counts the operators that the dispatcher runs for eager and for a captured graph.
#pragma once

#include <optional>

#include "capture/side_by_side/replay_setup.h"
#include "harness/protocol/tallies.h"

namespace assay::replay {

/// Records one run of each side on the capture's inputs (capture/native), on separate sides, so that
/// recording cannot affect a verdict. If a replay runs inside its program, only the file's graphs and their
/// backward count, not the Python between them. Nothing under the phantom (no operator runs), for a file that
/// cannot be executed, or for a run with a tensor subclass.
std::optional<protocol::RunTallies> record_runs(const ReplayRequest& request, const EnterStage& enter);

}  // namespace assay::replay
