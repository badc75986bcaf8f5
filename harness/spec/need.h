// Need: what a user may ask of a capture method, and a method declares it can express.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/words/enumerators.h"

namespace assay {

/// harness/capabilities/features.json has a feature that proves each, and capability_check holds what methods
/// declare against the graphs of its probe. Aliasing: the results share memory with inputs and each other as
/// eager's do, which replay then asks of them.
enum class Need : std::uint8_t { kBackward, kShapes, kMutation, kAliasing, kDynamic, kNames };
inline constexpr auto kNeedNames =
    enumerators<Need>({"backward", "shapes", "mutation", "aliasing", "dynamic", "names"});
inline std::string_view to_string(Need need) { return kNeedNames[need]; }

/// Those of `names`, each once, in their order. InputError at `where` for a name that is none, with the needs
/// there are.
std::vector<Need> needs_from(const std::vector<std::string>& names, const std::string& where);

/// "backward, shapes"
std::string print_needs(std::span<const Need> needs);

}  // namespace assay
