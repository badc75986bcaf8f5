// The closed vocabularies: methods, outcomes, stages, verdicts.
#include "harness/spec/method.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "harness/spec/device.h"

namespace assay {
namespace {

/// Every value from the first to `last` has a name of its own that reads back as itself.
template <typename T, typename Parse>
int count_named(T last, Parse parse) {
  int count = 0;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    const auto value = static_cast<T>(i);
    INFO(to_string(value));
    CHECK(parse(to_string(value)) == value);
    ++count;
  }
  return count;
}

TEST_CASE("every outcome, stage, verdict, device and method reads back from its name") {
  CHECK(count_named(Device::kCuda, device_from_string) == 2);
  CHECK(count_named(Outcome::kSkipped, outcome_from_string) == 13);
  CHECK(count_named(Stage::kCompare, stage_from_string) == 6);
  CHECK(count_named(Verdict::kSkipped, verdict_from_string) == 8);
  CHECK(count_named(MethodId::kDynamo, method_from_string) == 17);
}

TEST_CASE("a name that is none reads as nothing") {
  CHECK_FALSE(device_from_string("CUDA"));
  CHECK_FALSE(outcome_from_string("raised"));
  CHECK_FALSE(stage_from_string(""));
  CHECK_FALSE(verdict_from_string("green"));
  CHECK_FALSE(method_from_string("make_fx_"));
}

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
        "make_fx_grad\ndispatch\nnative\nnative_composite\naot_joint\naot_joint_compile\naot\naot_min_cut\n"
        "export\nexport_strict\ndynamo\n");
}

TEST_CASE("a method declares what it can express, and only that") {
  CHECK(expresses("aot_joint", Feature::kBackward));
  CHECK_FALSE(expresses("make_fx", Feature::kBackward));
  CHECK(expresses("make_fx_symbolic", Feature::kDynamic));
  CHECK_FALSE(expresses("make_fx_real", Feature::kDynamic));
  CHECK(expresses("export", Feature::kDynamic));
  CHECK_FALSE(expresses("make_fx_plain", Feature::kDynamic));
  CHECK(expresses("aot_joint_compile", Feature::kBackward));
  CHECK_FALSE(expresses("dynamo", Feature::kBackward));
  CHECK(expresses("symbolic_trace", Feature::kMutation));
  CHECK(expresses("dispatch", Feature::kAliasing));
  CHECK_FALSE(expresses("aot", Feature::kAliasing));
}

TEST_CASE("a method says which keys of a case change its graphs, and how its graphs run") {
  for (const Method& each : all_methods()) {
    INFO(each.name);
    CHECK(each.options.front() == "train");
    CHECK(each.torch == ">=2.11");
    const bool takes_sizes = std::count(each.options.begin(), each.options.end(), "dynamic") > 0;
    CHECK(takes_sizes <= expresses(each.name, Feature::kDynamic));
    // Gradients are in the graph or come from running it, never both.
    CHECK_FALSE((has_trait(each.name, Trait::kAboveAutograd) && expresses(each.name, Feature::kBackward)));
  }
  CHECK(has_trait("dynamo", Trait::kInParts));
  CHECK_FALSE(has_trait("export", Trait::kInParts));
  CHECK_FALSE(has_trait("make_fx", Trait::kAboveAutograd));
  CHECK_FALSE(has_trait("no_method", Trait::kInParts));
}

TEST_CASE("a method with backward is measured against forward and backward, the others against forward") {
  for (const Method& each : all_methods()) {
    INFO(each.name);
    CHECK((each.eager == EagerRun::kForwardBackward) == expresses(each.name, Feature::kBackward));
  }
}

TEST_CASE("only real tracing is unsupported on the phantom, and says why") {
  for (const Method& each : all_methods()) {
    INFO(each.name);
    CHECK(each.on_phantom == (each.id != MethodId::kMakeFxReal));
    CHECK(each.on_phantom == each.phantom_reason.empty());
  }
  CHECK(method(MethodId::kMakeFxReal).phantom_reason == "real tracing needs values; the phantom has none");
}

TEST_CASE("only match and expected_failure are green; skipped counts neither way") {
  for (Verdict verdict : {Verdict::kMatch, Verdict::kExpectedFailure, Verdict::kSkipped})
    CHECK(is_green(verdict));
  for (Verdict verdict : {Verdict::kDiffers, Verdict::kNew, Verdict::kUnexpectedFailure,
                          Verdict::kUnexpectedPass, Verdict::kMissing})
    CHECK_FALSE(is_green(verdict));
}

TEST_CASE("stages are ordered: ending earlier than before can be asked") {
  CHECK(Stage::kLoad < Stage::kCapture);
}

}  // namespace
}  // namespace assay
