// Policies by name.
#include "harness/diff/policy.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay {
namespace {

TEST_CASE("policies are off by default, set by key and value, and turned off again") {
  Policy policy;
  CHECK_FALSE(policy.normalises());
  CHECK(policies_on(policy).empty());
  set_policy(policy, "commutative", "true", "here");
  set_policy(policy, "fold", "detach,alias", "here");
  set_policy(policy, "device_index", "ignore", "here");
  set_policy(policy, "parameter_names", "ignore", "here");
  CHECK(policies_on(policy) == std::vector<std::string>{"commutative=true", "fold=alias,detach",
                                                        "device_index=ignore", "parameter_names=ignore"});
  set_policy(policy, "commutative", "false", "here");
  set_policy(policy, "fold", "", "here");
  set_policy(policy, "device_index", "compare", "here");
  set_policy(policy, "parameter_names", "compare", "here");
  CHECK(policy == Policy{});
}

TEST_CASE("anything else is refused with what is known") {
  Policy policy;
  auto message = [&](std::string_view key, std::string_view value) -> std::string {
    try {
      set_policy(policy, key, value, "--policy");
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK(message("fold", "alias,clone") ==
        "--policy: unknown value of a policy\n  expected: alias, detach or several with commas\n  found: "
        "clone");
  CHECK(message("commutative", "yes") ==
        "--policy: unknown value of a policy\n  expected: true or false\n  found: yes");
  CHECK(message("strides", "ignore") ==
        "--policy: unknown policy\n  expected: commutative=true, fold=alias,detach, device_index=ignore or "
        "parameter_names=ignore\n  found: strides");
}

}  // namespace
}  // namespace assay
