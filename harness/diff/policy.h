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
  bool normalises() const;       ///< whether any of them is on
  friend bool operator==(const Policy&, const Policy&) = default;
};

/// Sets one policy, or the level, from the key and value of `--policy KEY=VALUE` or of a case file's
/// "compare". `policy_forms` lists the keys and values. Throws InputError at `where` for anything else.
void set_policy(Policy& policy, std::string_view key, std::string_view value, std::string_view where);

/// A policy and its value, as they are written.
struct SetPolicy {
  std::string_view key;
  std::string value;
  bool is_list = false;  ///< may have several words
  std::vector<std::string_view> on = {};
  bool is_on() const { return !on.empty(); }
};

/// All policies but the level, in the order in which they are printed.
std::vector<SetPolicy> policies(const Policy& policy);

/// Those that are on, as `KEY=VALUE`.
std::vector<std::string> policies_on(const Policy& policy);

/// "commutative=true, fold=alias,detach, .. or ..": all that can be turned on.
std::string policy_forms();

}  // namespace assay
