// Results of a matrix of PyTorch versions as text and as JSON.
#pragma once

#include <string>

#include "harness/results/matrix.h"

namespace assay {

/// A line per version, then the drifts. Ends with a newline.
std::string matrix_text(const MatrixResult& result);
/// "assay_matrix": 1. The same facts, with the names of all pairs.
std::string matrix_json(const MatrixResult& result);

}  // namespace assay
