// The worker chosen by options and environment, and the place to run pairs.
#pragma once

#include <functional>
#include <string>

#include "harness/app/session.h"
#include "harness/check/planned_run.h"
#include "harness/run/interruption.h"

namespace assay {

/// HarnessError, with the command that makes it, for an unknown worker.
Worker chosen_worker(const Session& session);

/// Why zygotes must not stay: --no-resident, or CI in the environment. Empty if they may.
std::string reason_not_to_stay(const Session& session);

/// The place has no residence if zygotes must not stay, or if the user has no private folder for them (see
/// `assay doctor`). `parallel`: pairs at a time; 0: the number of cores.
RunPlace place_of(const Session& session, const Worker& worker, const Interruption& interruption,
                  int parallel = 1);

/// Runs a command that is a single task of a worker. `report` returns the session's status.
void run_job(Session& session, const Job& job, const std::function<ExitStatus(const PairEnding&)>& report);

}  // namespace assay
