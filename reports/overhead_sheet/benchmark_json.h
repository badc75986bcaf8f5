// benchmark_json: samples in the JSON of Google Benchmark, which its own tools read.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/samples.h"

namespace assay {

/// A benchmark "CASE/METHOD/DEVICE/cold", "/warm" or "/eager" for each figure of each pair, a repetition for
/// each sample. Written by the library's own reporter. Samples of memory are not in it.
std::string benchmark_json(const std::vector<bench::Sample>& samples);

}  // namespace assay
