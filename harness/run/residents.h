// The resident zygotes that there are, for `assay doctor`.
#pragma once

#include <chrono>
#include <vector>

#include "harness/resident/call.h"
#include "harness/run/resident_folder.h"

namespace assay {

/// What each zygote in `folder` says of itself within `patience`; one that still imports says nothing.
std::vector<resident::Description> residents_in(const ResidentFolder& folder,
                                                std::chrono::milliseconds patience);

}  // namespace assay
