// zygote_environment: the caller's environment without its terminal variables, plus the phantom's variables
// where `cuda` has no GPU.
#pragma once

#include <string>
#include <vector>

#include "harness/run/gpu.h"
#include "harness/run/worker.h"

namespace assay {

/// "NAME=VALUE" entries for the loader at start. Leaves out variables that differ between commands in a
/// terminal, so that a zygote can serve later commands. The worker itself sets the variables that fix
/// numerics. HarnessError for a phantom that is needed but was not built.
///
/// `preload`: further Python modules that the zygote imports.
std::vector<std::string> zygote_environment(const Worker& worker, Device device, Gpu gpu,
                                            const std::vector<std::string>& inherited,
                                            const std::vector<std::string>& preload = {});

/// `environ` as a vector.
std::vector<std::string> own_environment();

}  // namespace assay
