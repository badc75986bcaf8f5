// The data file of operator expectations.
#include "harness/zoo/operator_expectations.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"

namespace assay::operators {
namespace {

constexpr const char* kFile = R"({
  "assay_operators": 1,
  "expect": [
    {"operators": ["geqrf", "nn.*"], "dtypes": ["complex"], "expect": {
      "make_fx*": [
        {"outcome": "raises", "exception": "RuntimeError", "reason": "no kernel", "torch": ">=2.15"}]}}
  ]
})";

std::vector<Case> with_expectations(const std::string& text, std::vector<Case> cases,
                                    const ScratchFolder& scratch) {
  scratch.write("expectations.json", text);
  expect_of_operators(operator_expectations_from(scratch / "expectations.json"), cases);
  return cases;
}

TEST_CASE("an entry holds for its operators in its classes of dtypes, by its methods, and knows its line") {
  const ScratchFolder scratch;
  const std::vector<Case> cases =
      with_expectations(kFile,
                        {case_of_operator({"geqrf", "complex64"}), case_of_operator({"nn.relu", "complex64"}),
                         case_of_operator({"geqrf", "float32"}), case_of_operator({"sin", "complex64"})},
                        scratch);
  REQUIRE(cases.size() == 4);
  CHECK(cases[2].expect.empty());
  CHECK(cases[3].expect.empty());
  for (const Case& test : {cases[0], cases[1]}) {
    const Expectation* expected =
        expectation_for(test, MethodId::kMakeFxReal, Device::kCpu, false, Version{{2, 15, 0}});
    REQUIRE(expected != nullptr);
    CHECK(expected->reason == "no kernel");
    CHECK(expected->place == (scratch / "expectations.json").string() + ":6");
    CHECK(expectation_for(test, MethodId::kMakeFx, Device::kCpu, false, Version{{2, 14, 1}}) == nullptr);
    CHECK(expectation_for(test, MethodId::kExport, Device::kCpu, false, Version{{2, 15, 0}}) == nullptr);
  }
}

TEST_CASE(
    "an entry without a version of PyTorch, a reason, an operator or a class that there is, is refused") {
  const ScratchFolder scratch;
  const auto refused = [&](const std::string& part, const std::string& by) {
    std::string text = kFile;
    text.replace(text.find(part), part.size(), by);
    CHECK_THROWS_AS(with_expectations(text, {}, scratch), InputError);
  };
  CHECK_NOTHROW(with_expectations(kFile, {}, scratch));
  refused(R"(, "torch": ">=2.15")", "");
  refused(R"("reason": "no kernel", )", "");
  refused(R"(["geqrf", "nn.*"])", "[]");
  refused(R"("complex")", R"("complicated")");
  refused("make_fx*", "make_fy*");
  refused(R"("assay_operators": 1)", R"("assay_operators": 2)");
}

constexpr const char* kByCause = R"({
  "assay_operators": 1,
  "expect": [{"operators": ["geqrf"], "expect": {"make_fx": [{"cause": "no_kernel", "torch": ">=2.15"}]}}]
})";

TEST_CASE("a cause is written once, in causes.json beside the file, and still needs a version of PyTorch") {
  const ScratchFolder scratch;
  scratch.write("causes.json", R"({"assay_causes": 1, "causes": {
    "no_kernel": {"outcome": "raises", "exception": "RuntimeError", "reason": "no kernel"}}})");
  const std::vector<Case> cases =
      with_expectations(kByCause, {case_of_operator({"geqrf", "float32"})}, scratch);
  const Expectation* expected =
      expectation_for(cases.at(0), MethodId::kMakeFx, Device::kCpu, false, Version{{2, 15, 0}});
  REQUIRE(expected != nullptr);
  CHECK(expected->exception == "RuntimeError");
  std::string text = kByCause;
  const std::string entry = R"({"cause": "no_kernel", "torch": ">=2.15"})";
  CHECK_THROWS_AS(
      with_expectations(std::string(text).replace(text.find(entry), entry.size(), R"("no_kernel")"), {},
                        scratch),
      InputError);
  CHECK_THROWS_AS(with_expectations(text.replace(text.find("no_kernel"), 9, "kernel"), {}, scratch),
                  InputError);
}

}  // namespace
}  // namespace assay::operators
