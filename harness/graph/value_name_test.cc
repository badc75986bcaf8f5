// ValueName: parts are read exactly where the role allows them, and print back.
#include "harness/graph/value_name.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

struct Case {
  Role role;
  std::string text;
  ValueName parts;
};

const std::vector<Case> kNames = {
    {Role::kParameter, "0.weight", {.path = "0.weight"}},
    {Role::kUser, "base:0", {.path = "0", .base = true}},
    {Role::kUser, "kw.x.size(12)", {.path = "kw.x", .size = 12}},
    {Role::kTangent, "first", {.path = "first"}},
    {Role::kTangent, "base:0", {.path = "0", .base = true}},
    {Role::kTangent, "saved:3", {.path = "3", .result = ResultRole::kSaved}},
    {Role::kSaved, "3", {.path = "3"}},
    {Role::kSaved, "joint:first", {.path = "first", .graph = "joint"}},
    {Role::kSaved,
     "joint:replacement:kept",
     {.path = "kept", .result = ResultRole::kReplacement, .graph = "joint"}},
    {Role::kSaved, "joint_1:saved:3", {.path = "3", .result = ResultRole::kSaved, .graph = "joint_1"}},
    {Role::kSaved, "eager:0", {.path = "0", .outside = true}},
    {Role::kSaved, "eager:0.size(1)", {.path = "0", .outside = true, .size = 1}},
    {Role::kSaved,
     "base:eager:joint:mutation:count.size(0)",
     {.path = "count",
      .result = ResultRole::kMutation,
      .graph = "joint",
      .outside = true,
      .base = true,
      .size = 0}},
};

TEST_CASE("a name is read into its parts and printed as it was") {
  for (const Case& each : kNames) {
    CAPTURE(each.text);
    CHECK(parse_value_name(each.role, each.text) == each.parts);
    CHECK(to_string(each.parts) == each.text);
  }
}

TEST_CASE("a part is read only where the role of the input has it, and what only looks like one is a path") {
  const std::vector<std::pair<Role, std::string>> paths = {
      {Role::kUser, "eager:0"},
      {Role::kUser, "joint:first"},
      {Role::kUser, "saved:3"},
      {Role::kTangent, "joint:first"},
      {Role::kConstant, "base:0"},
      {Role::kConstant, "0.size(1)"},
      {Role::kUser, "0.size(01)"},
      {Role::kUser, "0.size(-1)"},
      {Role::kUser, "0.size()"},
      {Role::kUser, "0.size(1)x"},
      {Role::kUser, "0.size(1e3)"},
      {Role::kSaved, ":first"},
      {Role::kUser, "0.size(99999999999999999999)"},
      {Role::kUser, ""},
  };
  for (const auto& [role, text] : paths) {
    CAPTURE(text);
    CHECK(parse_value_name(role, text) == ValueName{.path = text});
  }
}

TEST_CASE(
    "a result of an earlier graph is called what a later graph takes it by, and by no other graph's name") {
  Graph joint, other;
  joint.name = Name("joint"), other.name = Name("joint_1");
  const Result saved{ResultRole::kSaved, Name("3"), {}}, user{ResultRole::kUser, Name("3"), {}};
  const ValueName taken = parse_value_name(Role::kSaved, "joint:saved:3");
  CHECK(name_of(joint, saved) == taken);
  CHECK(name_of(joint, user) != taken);
  CHECK(name_of(other, saved) != taken);
}

TEST_CASE("an assumption is about an attribute or an input, and its text says which") {
  CHECK(parse_assumed_name("input:kw.x").is_input);
  CHECK(parse_assumed_name("input:kw.x").path == "kw.x");
  CHECK(to_string(AssumedName{"kw.x", true}) == "input:kw.x");
  CHECK_FALSE(parse_assumed_name("block.input").is_input);
  CHECK(to_string(AssumedName{"block.input"}) == "block.input");
}

}  // namespace
}  // namespace assay
