// benchmark_json: samples in Google Benchmark's JSON, for its tools.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/samples.h"

namespace assay {

/// A benchmark "CASE/METHOD/DEVICE/cold", "/warm" or "/eager" per figure of a pair, with a repetition per
/// sample. Written by the library's own reporter. Samples of memory are left out.
std::string benchmark_json(const std::vector<bench::Sample>& samples);

}  // namespace assay
