// run_job: a command that is one task for a worker.
#pragma once

#include <functional>

#include "harness/app/session.h"
#include "harness/run/pool.h"

namespace assay {

/// Runs `job` in the session's worker; what `report` makes of its ending is the session's status.
void run_job(Session& session, const Job& job, const std::function<ExitStatus(const PairEnding&)>& report);

}  // namespace assay
