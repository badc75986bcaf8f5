// write_junit: suites, cases, failures and hostile text.
#include "reports/junit/junit.h"

#include <sstream>
#include <string>

#include <catch2/catch.hpp>
#include <pugixml.hpp>

using namespace assay;

namespace {

PairResult ended(const std::string& id, MethodId method, Verdict verdict, Outcome outcome) {
  PairResult result;
  result.pair = {id, method, Device::kCpu};
  result.verdict = verdict;
  result.outcome = outcome;
  result.cost.child_seconds = 0.25;
  return result;
}

std::string junit(const std::vector<PairResult>& results) {
  std::ostringstream out;
  write_junit(results, out);
  return out.str();
}

}  // namespace

TEST_CASE("a suite per device and method, a test per case, with counts and seconds") {
  PairResult differs = ended("seed/mlp", MethodId::kAot, Verdict::kDiffers, Outcome::kCaptured);
  differs.explanation = "nodes: 9 matched, 1 changed\ntarget joint/%4";
  differs.next = "assay accept --case seed/mlp";
  PairResult unsupported = ended("seed/cnn", MethodId::kAot, Verdict::kSkipped, Outcome::kUnsupported);
  unsupported.reason = "nothing requires a gradient";
  PairResult expected = ended("seed/rnn", MethodId::kMakeFx, Verdict::kExpectedFailure, Outcome::kRaises);
  expected.reason = "branches on a value";
  CHECK(junit({differs, expected, unsupported}) == R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="assay" tests="3" failures="1" errors="0" skipped="1" time="0.750">
  <testsuite name="cpu.make_fx" tests="1" failures="0" errors="0" skipped="0" time="0.250">
    <testcase classname="check.cpu.make_fx" name="seed/rnn" time="0.250">
      <system-out>expected failure: branches on a value</system-out>
    </testcase>
  </testsuite>
  <testsuite name="cpu.aot" tests="2" failures="1" errors="0" skipped="1" time="0.500">
    <testcase classname="check.cpu.aot" name="seed/cnn" time="0.250">
      <skipped message="unsupported: nothing requires a gradient" />
    </testcase>
    <testcase classname="check.cpu.aot" name="seed/mlp" time="0.250">
      <failure type="differs" message="nodes: 9 matched, 1 changed">DIFFERS seed/mlp aot cpu
  nodes: 9 matched, 1 changed
  target joint/%4
  next: assay accept --case seed/mlp
</failure>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST_CASE("what replay found is a property of the test, and the message of one that diverges") {
  PairResult result = ended("a", MethodId::kAot, Verdict::kMatch, Outcome::kCaptured);
  CHECK_THAT(junit({result}), !Catch::Contains("property"));
  result.replay.emplace();
  CHECK_THAT(junit({result}),
             Catch::Contains("<property name=\"replay\" value=\"replays: 0 runs, 0 operators\" />"));
  result.outcome = Outcome::kDiverges;
  result.verdict = Verdict::kUnexpectedFailure;
  result.replay->verdict = ReplayVerdict::kDiverges;
  result.replay->message = "result 0 differs";
  CHECK_THAT(junit({result}), Catch::Contains("message=\"diverges: result 0 differs\""));
}

TEST_CASE("every verdict that is not green is a failure") {
  for (const Verdict verdict : {Verdict::kDiffers, Verdict::kNew, Verdict::kUnexpectedFailure,
                                Verdict::kUnexpectedPass, Verdict::kMissing}) {
    CHECK_THAT(junit({ended("a", MethodId::kAot, verdict, Outcome::kRaises)}),
               Catch::Contains("<failure type=\""));
  }
  CHECK_THAT(junit({ended("a", MethodId::kAot, Verdict::kMatch, Outcome::kCaptured)}),
             !Catch::Contains("<failure"));
}

TEST_CASE("markup, control characters and broken UTF-8 in a message leave the file well-formed") {
  PairResult result = ended("a<b>&\"", MethodId::kAot, Verdict::kUnexpectedFailure, Outcome::kRaises);
  result.exception = "RuntimeError";
  result.message = "]]> <tag> \x1b[31m\x01 \xff & 'x'";
  const std::string text = junit({result});
  pugi::xml_document document;
  REQUIRE(document.load_string(text.c_str()));
  const pugi::xml_node test = document.child("testsuites").child("testsuite").child("testcase");
  CHECK(test.attribute("name").value() == std::string("a<b>&\""));
  CHECK(test.child("failure").attribute("message").value() ==
        std::string("]]> <tag> \\x1b[31m\\x01 \\xff & 'x'"));
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("&#") == std::string::npos);
}

TEST_CASE("a run without pairs is a file without suites") {
  CHECK(
      junit({}) ==
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"assay\" tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0.000\" />\n");
}
