// Samples of PaddlePaddle's GraphNet as cases: a folder of folders with a "model.py" and a "weight_meta.py".
//
// Reads none of what they hold: capture/sources/graphnet.py does, when a case is built.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/zoo/case.h"

namespace assay {

/// A case per sample at or below `folder`, in order of their ids, `NAME/PATH` by the folder's own name and
/// the sample's path in it; evaluated, not trained, as the graphs were. An InputError for a folder without
/// one.
std::vector<Case> cases_of_samples(const std::filesystem::path& folder);

}  // namespace assay
