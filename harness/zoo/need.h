// Need: a user's requirement on the graphs of a capture method.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/words/enumerators.h"

namespace assay {

enum class Need : std::uint8_t {
  kBackward,
  kShapes,
  kMutation,
  kAliasing,  ///< Results share memory with inputs and each other as in eager. Replay checks this.
  kDynamic,
  kNames,
  kOneGraph,     ///< Only the graphs that the method declares, without a graph break.
  kFunctional,   ///< No operator in the graphs writes. Written values are results.
  kWithoutAssay  ///< PyTorch alone gives the graphs to a user.
};
inline constexpr auto kNeedNames = enumerators<Need>({"backward", "shapes", "mutation", "aliasing", "dynamic",
                                                      "names", "one_graph", "functional", "without_assay"});
inline std::string_view to_string(Need need) { return kNeedNames[need]; }

/// Whether methods declare the need. Each declared need has a proof among the features of
/// harness/methods/features.json, and capability_check compares declarations with the graphs of its probe.
/// Other needs are read from each capture or follow from the method.
constexpr bool is_declared(Need need) { return need < Need::kOneGraph; }

/// The needs of `names`, each once, in enumeration order. InputError at `where`, with the known needs, for an
/// unknown name.
std::vector<Need> needs_from(const std::vector<std::string>& names, const std::string& where);

/// "backward, shapes"
std::string print_needs(std::span<const Need> needs);

}  // namespace assay
