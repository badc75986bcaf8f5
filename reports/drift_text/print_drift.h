// A drift in words.
#pragma once

#include <string>

#include "harness/results/drift.h"

namespace assay {

/// Counts, then a line per cause and per turned pair. Ends with a newline.
std::string print_drift(const Drift& drift);

}  // namespace assay
