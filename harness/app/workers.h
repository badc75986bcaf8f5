// The worker that the session's options and the environment choose, and what is said of it.
#pragma once

#include <cstddef>
#include <string>

#include "harness/app/session.h"
#include "harness/results/pair_result.h"
#include "harness/run/gpu.h"
#include "harness/run/worker.h"
#include "harness/spec/version.h"

namespace assay {

/// Throws HarnessError with the ci/worker.sh line to type when it does not exist.
Worker chosen_worker(const Session& session);

/// Later than any where the worker does not say it.
Version torch_of(const Worker& worker);

/// Why the pair is `unsupported` by the worker, where `cuda` is a GPU or not; empty: it is not.
std::string unsupported_by(const Worker& worker, const PairId& pair, Gpu gpu);
/// "assay: 1 case, 2 pairs; worker default (torch 2.15.0, Python 3.11.2)".
std::string announcement(std::size_t cases, std::size_t pairs, const Worker& worker);

}  // namespace assay
