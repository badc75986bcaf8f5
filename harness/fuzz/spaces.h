// spaces: the programs of each search space, determined by a seed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/fuzz/decode.h"

namespace assay::fuzz {

enum class Space : std::uint8_t {
  kEnumerate,  ///< short programs of writes through aliases, without duplicates; the only finite space
  kRegions,    ///< short programs with statements in a region: no_grad, vmap, checkpoint, ..
  kRandom,     ///< 4 to 12 statements of all kinds, with Python state, random draws and reused states
  kFloat,      ///< kRandom with rounding operators
};
inline constexpr auto kSpaceNames = enumerators<Space>({"enumerate", "regions", "random", "float"});
inline std::string_view to_string(Space space) { return kSpaceNames[space]; }

/// The first `count` programs of the space under `seed`, without equal texts. Fewer if the space has fewer.
/// They are a prefix of the programs for a larger `count`.
std::vector<CodedProgram> programs_of(Space space, std::uint64_t seed, std::size_t count);

}  // namespace assay::fuzz
