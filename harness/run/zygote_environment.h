// The environment a zygote is started with: the caller's but for what describes a terminal, plus the
// phantom's where `cuda` has no GPU.
#pragma once

#include <string>
#include <vector>

#include "harness/run/gpu.h"
#include "harness/run/worker.h"

namespace assay {

/// "NAME=VALUE" entries. What differs from command to command in one terminal is left out, so that a zygote
/// may serve the next command as it would have been started for it. Variables that pin numerics are the
/// worker's own business; these are the ones the loader must see at its start. A phantom that is needed but
/// was not built is a HarnessError.
///
/// `preload`: Python modules that the zygote is to import besides.
std::vector<std::string> zygote_environment(const Worker& worker, Device device, Gpu gpu,
                                            const std::vector<std::string>& inherited,
                                            const std::vector<std::string>& preload = {});

/// `environ` as a vector.
std::vector<std::string> own_environment();

}  // namespace assay
