// The environment a zygote is started with: the caller's, plus the phantom's where `cuda` has no GPU.
#pragma once

#include <string>
#include <vector>

#include "harness/run/gpu.h"
#include "harness/run/worker.h"

namespace assay {

/// "NAME=VALUE" entries. Variables that pin numerics are the worker's own business; these are the ones the
/// loader must see at its start. A phantom that is needed but was not built is a HarnessError.
std::vector<std::string> zygote_environment(const Worker& worker, Device device, Gpu gpu,
                                            const std::vector<std::string>& inherited);

/// `environ` as a vector.
std::vector<std::string> own_environment();

}  // namespace assay
