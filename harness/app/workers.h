// The worker that the session's options and the environment choose.
#pragma once

#include "harness/app/session.h"
#include "harness/run/worker.h"

namespace assay {

/// Throws HarnessError with the ci/worker.sh line to type when it does not exist.
Worker chosen_worker(const Session& session);

}  // namespace assay
