// The worker that the session's options and the environment choose, and what is said of it.
#pragma once

#include <cstddef>
#include <string>

#include "harness/app/session.h"
#include "harness/run/worker.h"

namespace assay {

/// Throws HarnessError with the ci/worker.sh line to type when it does not exist.
Worker chosen_worker(const Session& session);

/// "assay: 1 case, 2 pairs; worker default (torch 2.15.0, Python 3.11.2)".
std::string announcement(std::size_t cases, std::size_t pairs, const Worker& worker);

}  // namespace assay
