// function_rules: a name in, the reason for its refusal out.
#include "capture/callables/function_rules.h"

#include <catch2/catch.hpp>

namespace assay::callables {
namespace {

TEST_CASE("kernels of ATen are open, whatever they are called") {
  CHECK(function_rule("torch._C._nn.linear") == Refusal::kNothing);
  CHECK(function_rule("torch.nn.functional.relu") == Refusal::kNothing);
  CHECK(function_rule("math.sqrt") == Refusal::kNothing);
}

TEST_CASE("what does more than compute is refused with the reason, although its neighbours are open") {
  REQUIRE(function_rule("torch.load").has_value());
  CHECK(to_string(*function_rule("torch.load")) == "it opens files");
  CHECK(function_rule("torch.from_file") == Refusal::kOpensFiles);
  CHECK(function_rule("torch._C._nn.linear") != function_rule("torch.from_file"));
}

TEST_CASE("of what nobody has looked through nothing is known") {
  CHECK_FALSE(function_rule("os.system").has_value());
  CHECK_FALSE(higher_order_rule("no_such_operator").has_value());
}

TEST_CASE("methods and higher-order operators have rules of their own") {
  CHECK(method_rule("relu") == Refusal::kNothing);
  CHECK(method_rule("register_hook") == Refusal::kRunsCallables);
  CHECK(higher_order_rule("cond") == Refusal::kNothing);
  CHECK(is_operator_method("__add__"));
  CHECK_FALSE(is_operator_method("__reduce__"));
}

}  // namespace
}  // namespace assay::callables
