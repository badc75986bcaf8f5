// What a process gets from the one that starts it, as text: two that differ may not share a zygote.
#pragma once

#include <string>
#include <vector>

#include "harness/run/worker.h"

namespace assay {

/// A digest of all that a zygote of `worker` for `device`, started by this process with this environment,
/// would depend on besides the files it loads: identity, environment, limits, umask, priority, processors,
/// namespaces and control group.
std::string inherited_digest(const Worker& worker, Device device, std::vector<std::string> environment);

}  // namespace assay
