// Level and Policy: what a comparison looks at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// Each level compares what the one before does and more (design section 9).
enum class Level : std::uint8_t {
  kStructure,  ///< graphs by name; kinds, roles, parameter and buffer names, targets, references by slot,
               ///< number and nesting of outputs, draws, changes of state, order of effects
  kShapes,     ///< also constants, shape, dtype
  kExact,      ///< also stride, device, layout, aliasing, mutation, guards, ranges of symbols
};
std::string_view to_string(Level level);
std::optional<Level> level_from_string(std::string_view text);

/// Everything a comparison may ignore, off by default. Further policies arrive with step 2; each prints how
/// much it hid.
struct Policy {
  Level level = Level::kExact;
  friend bool operator==(const Policy&, const Policy&) = default;
};

}  // namespace assay
