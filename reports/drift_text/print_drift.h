// print_drift: a drift as text.
#pragma once

#include <string>

#include "harness/results/drift.h"

namespace assay {

/// Counts, then a line per cause and per pair that began to fail or to pass. Ends with a newline.
std::string print_drift(const Drift& drift);

}  // namespace assay
