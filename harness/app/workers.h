// The worker that the session's options and the environment choose, and a place to run pairs in.
#pragma once

#include <functional>
#include <string>

#include "harness/app/session.h"
#include "harness/check/planned_run.h"
#include "harness/run/interruption.h"

namespace assay {

/// Throws HarnessError with the ci/worker.sh line to type when it does not exist.
Worker chosen_worker(const Session& session);

/// Why no zygote is to stay: --no-resident, or CI in the environment; empty when one may.
std::string reason_not_to_stay(const Session& session);

/// Zygotes stay nowhere when none is to stay, and where there is no folder that is its user's alone: `assay
/// doctor` says so. `parallel`: pairs at a time; 0: as many as there are cores.
RunPlace place_of(const Session& session, const Worker& worker, const Interruption& interruption,
                  int parallel = 1);

/// A command that is one task for a worker: what `report` makes of its ending is the session's status.
void run_job(Session& session, const Job& job, const std::function<ExitStatus(const PairEnding&)>& report);

}  // namespace assay
