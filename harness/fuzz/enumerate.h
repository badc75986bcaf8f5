// enumerate: short programs without duplicates: base x view x write x read x gradient.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/fuzz/decode.h"

namespace assay::fuzz {

/// Every program of the product that eager runs, without equal texts, in the order of the product. Their
/// vocabulary is kAliasing.
std::vector<Sequence> enumerate();

/// A permutation that mixes all parts of the product, so that any prefix is a sample. Depends on the seed
/// only.
std::vector<Sequence> shuffled(std::vector<Sequence> sequences, std::uint64_t seed);

}  // namespace assay::fuzz
