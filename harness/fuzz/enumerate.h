// enumerate: the programs of a few statements, each once: base x view x write x what is read x gradient.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/fuzz/decode.h"

namespace assay::fuzz {

/// Every program of the product that eager runs and that no other one's text equals, in the order of the
/// product. Their vocabulary is kAliasing.
std::vector<Sequence> enumerate();

/// A fair order: any beginning of it is a sample of all. The same for equal seeds, on every machine.
std::vector<Sequence> shuffled(std::vector<Sequence> sequences, std::uint64_t seed);

}  // namespace assay::fuzz
