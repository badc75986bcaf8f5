// The table of methods: its order, and valid declarations.
#include "harness/zoo/method.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace assay {
namespace {

TEST_CASE("the table of methods is in the order of their ids") {
  std::string names;
  for (const Method& each : all_methods()) {
    names += std::string(each.name) + "\n";
    CHECK(method(each.id).name == each.name);
    CHECK_FALSE(each.graphs.empty());
    CHECK_FALSE(each.summary.empty());
  }
  CHECK(names ==
        "symbolic_trace\nmake_fx\nmake_fx_real\nmake_fx_symbolic\nmake_fx_plain\nmake_fx_core_aten\n"
        "make_fx_grad\nprecompile\ndispatch\nnative\nnative_composite\naot_joint\naot_joint_"
        "compile\naot\naot_min_cut\n"
        "export\nexport_strict\ndynamo\n");
}

TEST_CASE("a method reads back from its name, and a name that is none reads as nothing") {
  for (const Method& each : all_methods()) CHECK(method_from_string(to_string(each.id)) == each.id);
  CHECK_FALSE(method_from_string("make_fx_"));
}

TEST_CASE("a method declares what it can express, and only that") {
  CHECK(expresses("aot_joint", Need::kBackward));
  CHECK_FALSE(expresses("make_fx", Need::kBackward));
  CHECK(expresses("make_fx_symbolic", Need::kDynamic));
  CHECK_FALSE(expresses("make_fx_real", Need::kDynamic));
  CHECK(expresses("export", Need::kDynamic));
  CHECK_FALSE(expresses("make_fx_plain", Need::kDynamic));
  CHECK(expresses("aot_joint_compile", Need::kBackward));
  CHECK_FALSE(expresses("dynamo", Need::kBackward));
  CHECK(expresses("symbolic_trace", Need::kMutation));
  CHECK(expresses("dispatch", Need::kAliasing));
  CHECK_FALSE(expresses("aot", Need::kAliasing));
}

TEST_CASE("a method says which keys of a case change its graphs, and how its graphs run") {
  for (const Method& each : all_methods()) {
    INFO(each.name);
    const bool takes_sizes = std::ranges::count(each.options, "dynamic") > 0;
    CHECK(takes_sizes <= expresses(each.name, Need::kDynamic));
    // Gradients are in the graph or come from running it, never both.
    CHECK_FALSE((has_trait(each.name, Trait::kAboveAutograd) && expresses(each.name, Need::kBackward)));
  }
  CHECK(has_trait("dynamo", Trait::kInParts));
  CHECK_FALSE(has_trait("export", Trait::kInParts));
  CHECK_FALSE(has_trait("make_fx", Trait::kAboveAutograd));
  CHECK_FALSE(has_trait("no_method", Trait::kInParts));
}

TEST_CASE(
    "Assay's own recorders are the reference, and say what of Assay they need, no other method needs any") {
  std::string own;
  for (const Method& each : all_methods()) {
    INFO(each.name);
    if (each.is_reference()) own += std::string(each.name) + "\n";
    CHECK(each.is_reference() == has_trait(each.name, Trait::kRecordsRun));
    for (const Need need : each.expressed) CHECK(is_declared(need));
  }
  CHECK(own == "dispatch\nnative\nnative_composite\n");
}

TEST_CASE("only real tracing is unsupported on the phantom, and says why") {
  for (const Method& each : all_methods()) {
    INFO(each.name);
    const bool is_real = each.id == MethodId::kMakeFxReal || each.id == MethodId::kPrecompile;
    CHECK(each.on_phantom() == !is_real);
    CHECK(unsupported_reason(each.id, true, kLaterThanAny) ==
          (is_real ? "real tracing needs values; the phantom has none" : ""));
    CHECK(unsupported_reason(each.id, false, kLaterThanAny).empty());
  }
}

TEST_CASE("a method is unsupported with the versions of PyTorch that do not have it") {
  const auto reason = [](MethodId id, const char* torch) {
    return unsupported_reason(id, false, version_from_string(torch).value());
  };
  CHECK(reason(MethodId::kPrecompile, "2.14.1") == "it is in PyTorch >=2.15");
  CHECK(reason(MethodId::kPrecompile, "2.15.0").empty());
  CHECK(reason(MethodId::kMakeFx, "2.11.0").empty());
  for (const Method& each : all_methods()) CHECK(VersionRange::parse(each.torch));
}

}  // namespace
}  // namespace assay
