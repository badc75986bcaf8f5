// Level and Policy: the scope of a comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Each level adds to the level before it (docs/judging.md#graphs).
enum class Level : std::uint8_t {
  kStructure,  ///< graphs by name; kinds, roles, parameter and buffer names, targets, references by slot,
               ///< number and nesting of outputs, draws, changes of state, order of effects
  kShapes,     ///< also constants, shape, dtype
  kExact,      ///< also stride, device, layout, aliasing, mutation, guards, ranges of symbols
};
inline constexpr Level kLevels[] = {Level::kStructure, Level::kShapes, Level::kExact};
std::string_view to_string(Level level);
std::optional<Level> level_from_string(std::string_view text);

/// Differences that a comparison ignores, all off by default. A policy rewrites both graphs into a normal
/// form (normal_form.h). The comparison itself is the same. A result reports how much each policy put aside.
struct Policy {
  Level level = Level::kExact;
  bool commutative = false;      ///< operand order of the operators in commutative.h
  bool fold_alias = false;       ///< replaces `aten.alias` by its argument
  bool fold_detach = false;      ///< replaces `aten.detach` by its argument
  bool device_index = false;     ///< cuda:1 equals cuda
  bool parameter_names = false;  ///< names of parameters and buffers, and of results named after them
  bool normalises() const;       ///< whether any policy is on
  friend bool operator==(const Policy&, const Policy&) = default;
};

/// Sets one policy, or the level, from the key and value of `--policy KEY=VALUE` or of a case file's
/// "compare". `policy_forms` lists the policies that can be on. Throws InputError at `where` for an unknown
/// key or value.
void set_policy(Policy& policy, std::string_view key, std::string_view value, std::string_view where);

/// A policy and its value in written form.
struct SetPolicy {
  std::string_view key;
  std::string value;
  bool is_list = false;  ///< may have several words
  std::vector<std::string_view> on = {};
  bool is_on() const { return !on.empty(); }
};

/// All policies except the level, in print order.
std::vector<SetPolicy> policies(const Policy& policy);

/// Active policies as `KEY=VALUE`.
std::vector<std::string> policies_on(const Policy& policy);

/// "commutative=true, fold=alias,detach, .. or ..": all values that turn a policy on.
std::string policy_forms();

}  // namespace assay
