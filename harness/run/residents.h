// residents_in: the running resident zygotes, for `assay doctor`.
#pragma once

#include <chrono>
#include <vector>

#include "harness/resident/call.h"
#include "harness/run/resident_folder.h"

namespace assay {

/// The descriptions that zygotes in `folder` send within `patience`. A zygote that is still importing sends
/// none.
std::vector<resident::Description> residents_in(const ResidentFolder& folder,
                                                std::chrono::milliseconds patience);

}  // namespace assay
