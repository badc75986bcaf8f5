// Levels and policies by name.
#include "harness/diff/policy.h"

#include <algorithm>

#include "harness/error/error.h"
#include "harness/words/enumerators.h"

namespace assay {

namespace {

constexpr auto kLevelNames = enumerators<Level>({"structure", "shapes", "exact"});

}  // namespace

std::string_view to_string(Level level) { return kLevelNames[level]; }
std::optional<Level> level_from_string(std::string_view text) { return kLevelNames.find(text); }

namespace {

[[noreturn]] void fail(std::string_view what, std::string_view where, std::string_view expected,
                       std::string_view found) {
  throw InputError({.what = std::string(what),
                    .where = std::string(where),
                    .expected = std::string(expected),
                    .found = std::string(found)});
}

bool is_on(std::string_view value, std::string_view on, std::string_view off, std::string_view where) {
  if (value != on && value != off)
    fail("unknown value of a policy", where, std::string(on) + " or " + std::string(off), value);
  return value == on;
}

void set_fold(Policy& policy, std::string_view value, std::string_view where) {
  policy.fold_alias = policy.fold_detach = false;
  while (!value.empty()) {
    std::size_t comma = std::min(value.find(','), value.size());
    std::string_view one = value.substr(0, comma);
    if (one == "alias")
      policy.fold_alias = true;
    else if (one == "detach")
      policy.fold_detach = true;
    else
      fail("unknown operator to fold", where, "alias, detach or both with a comma", one);
    value.remove_prefix(std::min(comma + 1, value.size()));
  }
}

}  // namespace

void set_policy(Policy& policy, std::string_view key, std::string_view value, std::string_view where) {
  if (key == "level") {
    auto level = level_from_string(value);
    if (!level) fail("unknown level", where, "'structure', 'shapes' or 'exact'", value);
    policy.level = *level;
  } else if (key == "commutative") {
    policy.commutative = is_on(value, "true", "false", where);
  } else if (key == "fold") {
    set_fold(policy, value, where);
  } else if (key == "device_index") {
    policy.device_index = is_on(value, "ignore", "compare", where);
  } else if (key == "parameter_names") {
    policy.parameter_names = is_on(value, "ignore", "compare", where);
  } else {
    fail("unknown policy", where,
         "commutative=true, fold=alias,detach, device_index=ignore or parameter_names=ignore", key);
  }
}

std::vector<std::string> policies_on(const Policy& policy) {
  std::vector<std::string> on;
  if (policy.commutative) on.push_back("commutative=true");
  if (policy.fold_alias || policy.fold_detach)
    on.push_back(!policy.fold_detach ? "fold=alias"
                 : policy.fold_alias ? "fold=alias,detach"
                                     : "fold=detach");
  if (policy.device_index) on.push_back("device_index=ignore");
  if (policy.parameter_names) on.push_back("parameter_names=ignore");
  return on;
}

}  // namespace assay
