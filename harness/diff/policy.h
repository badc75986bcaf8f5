// Level and Policy: what a comparison looks at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Each level compares what the one before does and more (design section 9).
enum class Level : std::uint8_t {
  kStructure,  ///< graphs by name; kinds, roles, parameter and buffer names, targets, references by slot,
               ///< number and nesting of outputs, draws, changes of state, order of effects
  kShapes,     ///< also constants, shape, dtype
  kExact,      ///< also stride, device, layout, aliasing, mutation, guards, ranges of symbols
};
inline constexpr Level kLevels[] = {Level::kStructure, Level::kShapes, Level::kExact};
std::string_view to_string(Level level);
std::optional<Level> level_from_string(std::string_view text);

/// Everything a comparison may ignore, off by default. A policy changes what is compared, never how: both
/// graphs are brought into a normal form first (normal_form.h), and a result says how much each put aside.
struct Policy {
  Level level = Level::kExact;
  bool commutative = false;      ///< operand order of the operators in commutative.h
  bool fold_alias = false;       ///< `aten.alias` stands for its argument
  bool fold_detach = false;      ///< `aten.detach` likewise
  bool device_index = false;     ///< cuda:1 is cuda
  bool parameter_names = false;  ///< names of parameters and buffers, and of results named after them
  bool normalises() const {
    return commutative || fold_alias || fold_detach || device_index || parameter_names;
  }
  friend bool operator==(const Policy&, const Policy&) = default;
};

/// What `--policy KEY=VALUE` and a key of a case file's "compare" mean: `level=shapes`, `commutative=true`,
/// `fold=alias,detach`, `device_index=ignore`, `parameter_names=ignore`; `false`, `compare` and an empty list
/// turn them off again. Throws InputError at `where` for anything else.
void set_policy(Policy& policy, std::string_view key, std::string_view value, std::string_view where);

/// The policies that are on, as `KEY=VALUE`, the level left out.
std::vector<std::string> policies_on(const Policy& policy);

}  // namespace assay
