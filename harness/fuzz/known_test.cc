// known_as: a finding is known if a known error explains all differences. Each test has a twin with a second
// error, which makes the pair new.
#include "harness/fuzz/known.h"

#include <algorithm>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/fuzz/print.h"
#include "harness/testing/coded_program.h"

namespace assay::fuzz {
namespace {

using enum ComparedValue::Kind;
Observation value(ComparedValue::Kind kind, const std::string& name) {
  return {Observable::kValue, ComparedValue{kind, name}};
}

/// A pair that diverges in its first run. The body of its forward begins on line 10.
struct Pair {
  CodedProgram coded;
  std::vector<Observation> observations;
  std::string target;
  std::string source = {};
  std::string message = {};
};

Wrong wrong(const Pair& pair) {
  Wrong one{pair.coded, {}, 10};
  one.result.pair.method = MethodId::kAotJoint;
  one.result.outcome = Outcome::kDiverges;
  ReplayReport& report = one.result.replay.emplace();
  report.verdict = ReplayVerdict::kDiverges;
  report.runs = {{.name = "same inputs",
                  .verdict = ReplayVerdict::kDiverges,
                  .message = pair.message,
                  .observations = pair.observations}};
  report.departure.emplace().target = pair.target;
  report.departure->source = pair.source;
  return one;
}

/// Known error: a write through windows with gaps loses the elements between them.
std::vector<KnownFinding> gapped(std::string_view feature) {
  if (feature != "gapped_view") return {};
  return {{.values = {kResult, kInput, kGradient},
           .beside = {Observable::kAlias},
           .operators = {"aten.unfold_backward.default", "aten.mul.*", "output"}}};
}

const CodedProgram& windows() {
  static const CodedProgram coded = program_of_lines(Base::kInput, Gradient::kOff,
                                                     {{Operation::kUnfoldGapped, kX, 0},
                                                      {Operation::kAddNumber, 2, 0},
                                                      {Operation::kDouble, kX, 0},
                                                      {Operation::kDouble, kY, 0}});
  return coded;
}

TEST_CASE("the program that the tests are about") {
  CHECK(fmt::format("{}", fmt::join(body_lines(decode(windows().sequence, windows().vocabulary)), "; ")) ==
        "v2 = x.unfold(-1, 2, 3); v2.add_(1); v3 = x * 2; v4 = y * 2; return x, v2, v3, v4");
}

TEST_CASE("values that hang on the statement of a known error are known, one beside them is new") {
  Pair pair{windows(), {value(kResult, "0"), value(kResult, "2"), value(kInput, "0")}, "output"};
  CHECK(known_as(wrong(pair), gapped) == "gapped_view");
  pair.observations.push_back(value(kResult, "3"));
  CHECK(known_as(wrong(pair), gapped).empty());
  pair.observations.back() = value(kInput, "1");
  CHECK(known_as(wrong(pair), gapped).empty());
}

TEST_CASE("a kind of value that the known error does not show is new") {
  Pair pair{
      windows(),
      {value(kResult, "0"), {Observable::kAlias, ComparedValue{kResult, "0"}, ComparedValue{kInput, "0"}}},
      "output"};
  CHECK(known_as(wrong(pair), gapped) == "gapped_view");
  pair.observations.back() = {Observable::kRequiresGrad, ComparedValue{kResult, "0"}};
  CHECK(known_as(wrong(pair), gapped).empty());
  pair.observations.back() = value(kBuffer, "kept");
  CHECK(known_as(wrong(pair), gapped).empty());
  pair.observations.back() = {Observable::kType, ComparedValue{kResult, "0"}};
  CHECK(known_as(wrong(pair), gapped).empty());
  pair.observations.back() = {Observable::kMetadata};
  CHECK(known_as(wrong(pair), gapped).empty());
}

TEST_CASE("an alias of what the known error writes is known, one between others is new") {
  const auto with_alias = [](const char* written, const char* changed) {
    const Observation alias{Observable::kAlias, ComparedValue{kResult, written},
                            ComparedValue{kResult, changed}};
    return wrong({windows(), {alias}, "output"});
  };
  CHECK(known_as(with_alias("1", "0"), gapped) == "gapped_view");
  CHECK(known_as(with_alias("3", "0"), gapped).empty());
}

TEST_CASE("an operator at which the known error does not depart is new") {
  CHECK(known_as(wrong({windows(), {value(kResult, "0")}, "aten.unfold_backward.default"}), gapped) ==
        "gapped_view");
  CHECK(known_as(wrong({windows(), {value(kResult, "0")}, "aten.add.Tensor"}), gapped).empty());
}

TEST_CASE("a departure at a line that hangs on the known error is known, one at another line is new") {
  const auto at = [](const std::string& source) {
    return known_as(wrong({windows(), {value(kResult, "0")}, "aten.mul.Tensor", source}), gapped);
  };
  CHECK(at("fuzz/programs_0.py:12") == "gapped_view");  // v3 = x * 2
  CHECK(at("fuzz/programs_0.py:13").empty());           // v4 = y * 2
  CHECK(at("fuzz/programs_0.py:10").empty());           // before the write
  CHECK(at("") == "gapped_view");
}

TEST_CASE("the feature of another row is not asked") {
  CHECK(known_as(wrong({windows(), {value(kResult, "0")}, "output"}), [](std::string_view) {
          return std::vector<KnownFinding>();
        }).empty());
}

TEST_CASE("what raises is known by its message, and by no other") {
  const Declares raising = [](std::string_view feature) {
    if (feature != "gapped_view") return std::vector<KnownFinding>();
    return std::vector<KnownFinding>{{.raises = "a leaf Variable that requires grad"}};
  };
  Pair pair{windows(), {{Observable::kRaised}}, ""};
  pair.message = "RuntimeError: a leaf Variable that requires grad is being used";
  CHECK(known_as(wrong(pair), raising) == "gapped_view");
  pair.message = "RuntimeError: no such operator";
  CHECK(known_as(wrong(pair), raising).empty());
  CHECK(known_as(wrong(pair), gapped).empty());
}

TEST_CASE("two known errors explain what each of them shows, and no more") {
  const Declares both = [](std::string_view feature) {
    if (feature == "gapped_view") return gapped(feature);
    if (feature != "python_state") return std::vector<KnownFinding>();
    return std::vector<KnownFinding>{{.values = {kResult}, .operators = {"aten.mul.Tensor"}}};
  };
  const CodedProgram coded = program_of_lines(Base::kInput, Gradient::kOff,
                                              {{Operation::kUnfoldGapped, kX, 0},
                                               {Operation::kAddNumber, 2, 0},
                                               {Operation::kCount, kY, 0},
                                               {Operation::kDouble, kY, 0}});
  Pair pair{coded, {value(kResult, "0"), value(kResult, "2")}, "aten.mul.Tensor", "programs_0.py:12"};
  CHECK(known_as(wrong(pair), both) == "python_state");
  CHECK(known_as(wrong(pair), gapped).empty());
  pair.observations.push_back(value(kResult, "3"));
  CHECK(known_as(wrong(pair), both).empty());
}

}  // namespace
}  // namespace assay::fuzz
