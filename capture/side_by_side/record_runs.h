// record_runs: what the dispatcher runs for eager and for a captured graph, counted.
#pragma once

#include <optional>

#include "capture/side_by_side/script.h"
#include "harness/protocol/tallies.h"

namespace assay::replay {

/// One run of each side with the inputs of the capture, by one recorder (capture/native), on sides of its
/// own: recording cannot touch a verdict. Of a replay inside its program only what the file's
/// graphs run counts, and the backward of that: not Python between them. Nothing under the phantom, where
/// nothing runs, and for a file that cannot be executed or a run that meets a tensor subclass.
std::optional<protocol::RunTallies> record_runs(const ReplayRequest& request, const EnterStage& enter);

}  // namespace assay::replay
