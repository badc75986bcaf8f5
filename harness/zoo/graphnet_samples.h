// Samples of PaddlePaddle's GraphNet as cases: folders with a "model.py" and a "weight_meta.py".
//
// Samples are not parsed here: capture/sources/graphnet.py reads them when a case is built.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/zoo/case.h"

namespace assay {

/// A case per sample at or below `folder`, sorted by id. The id is NAME/PATH: the folder's own name and the
/// sample's path in it. The cases are evaluated, not trained, like the graphs. InputError for a folder
/// without samples.
std::vector<Case> cases_of_samples(const std::filesystem::path& folder);

}  // namespace assay
