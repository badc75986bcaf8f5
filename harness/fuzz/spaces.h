// spaces: the programs of each way of searching, as a sequence that a seed alone decides.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/fuzz/decode.h"

namespace assay::fuzz {

enum class Space : std::uint8_t {
  kEnumerate,  ///< short programs of writes through aliases, each once; the only one that ends
  kRegions,    ///< short programs with some of their statements in a region: no_grad, vmap, checkpoint, ..
  kRandom,     ///< 4 to 12 statements of all kinds, with Python's state, draws, states used twice
  kFloat,      ///< the same with operators that round
};
inline constexpr auto kSpaceNames = enumerators<Space>({"enumerate", "regions", "random", "float"});
inline std::string_view to_string(Space space) { return kSpaceNames[space]; }

/// The first `count` programs of the space under `seed`, no text twice; fewer where the space has no more. Of
/// a larger `count` they are the beginning.
std::vector<CodedProgram> programs_of(Space space, std::uint64_t seed, std::size_t count);

}  // namespace assay::fuzz
