// A pair as JSON, the same in every file that Assay writes.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/results/pair_result.h"

namespace assay {

/// {"case": "seed/mlp", "method": "make_fx", "device": "cpu"}
nlohmann::ordered_json pair_json(const PairId& pair);

}  // namespace assay
