// A matrix of PyTorch versions in words and as JSON.
#pragma once

#include <string>

#include "harness/results/matrix.h"

namespace assay {

/// Rows, then drifts. Ends with a newline.
std::string matrix_text(const MatrixResult& result);
/// "assay_matrix": 1; the same facts, and every pair by name.
std::string matrix_json(const MatrixResult& result);

}  // namespace assay
