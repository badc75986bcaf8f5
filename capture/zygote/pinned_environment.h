// The environment that captures depend on, pinned before Python or torch are loaded.
#pragma once

#include "harness/zoo/device.h"

namespace assay::zygote {

/// Returns when the variables are as pinned; else sets them and executes this program again, since the
/// loader, the hash seed and the thread pools read them once, at the start. std::system_error when that
/// fails.
void pin_environment(Device device, char** argv);

}  // namespace assay::zygote
