// inherited_digest: the process state that a zygote inherits. Processes with different digests share no
// zygote.
#pragma once

#include <string>
#include <vector>

#include "harness/run/worker.h"

namespace assay {

/// Digest of the inputs of a zygote of `worker` for `device`, except the files it loads. Covers user and
/// group ids, environment, limits, umask, priority, processors, namespaces and control group.
std::string inherited_digest(const Worker& worker, Device device, std::vector<std::string> environment);

}  // namespace assay
