// The environment variables that captures depend on, pinned before Python or torch are loaded.
#pragma once

#include "harness/zoo/device.h"

namespace assay::zygote {

/// Returns if the variables are pinned. Otherwise sets them and executes this program again, because the
/// loader, the hash seed and the thread pools read them only at the start. Throws std::system_error on
/// failure.
void pin_environment(Device device, char** argv);

}  // namespace assay::zygote
