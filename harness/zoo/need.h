// Need: what a user may ask of a capture method, and a method declares it can express.
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
  kAliasing,  ///< results share memory with inputs and each other as eager's do, which replay asks of them
  kDynamic,
  kNames,
  kOneGraph,     ///< the graphs that the method declares and no more, without a graph break
  kFunctional,   ///< no operator in the graphs writes: what is written is a result
  kWithoutAssay  ///< a user gets the graphs out of PyTorch alone
};
inline constexpr auto kNeedNames = enumerators<Need>({"backward", "shapes", "mutation", "aliasing", "dynamic",
                                                      "names", "one_graph", "functional", "without_assay"});
inline std::string_view to_string(Need need) { return kNeedNames[need]; }

/// Of a need that methods declare: harness/methods/features.json has a feature that proves it, and
/// capability_check holds what they declare against the graphs of its probe. The others are read off each
/// capture, or are of the method itself.
constexpr bool is_declared(Need need) { return need < Need::kOneGraph; }

/// Those of `names`, each once, in their order. InputError at `where` for a name that is none, with the needs
/// there are.
std::vector<Need> needs_from(const std::vector<std::string>& names, const std::string& where);

/// "backward, shapes"
std::string print_needs(std::span<const Need> needs);

}  // namespace assay
