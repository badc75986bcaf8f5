// write_sarif: a whole result, pairs with results, contents, and hostile text.
#include "reports/sarif/sarif.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/results/alert.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

PairResult ended(const std::string& id, Verdict verdict, Outcome outcome) {
  PairResult result;
  result.pair = {id, MethodId::kAot, Device::kCpu};
  result.verdict = verdict;
  result.outcome = outcome;
  result.stage = Stage::kCapture;
  result.torch = "2.15.0";
  return result;
}

PairResult one_that_differs() {
  PairResult result = ended("seed/mlp", Verdict::kDiffers, Outcome::kCaptured);
  result.explanation = "nodes: 9 matched, 1 changed\ntarget joint/%4";
  result.next = "assay diff golden/seed/mlp.txt r/pending/seed/mlp/aot@cpu.json";
  result.causes = {{"1a2b3c4d", "target tanh -> relu"}};
  return result;
}

Json sarif(const std::vector<PairResult>& results, const CasePlaces& places = {}) {
  std::ostringstream out;
  write_sarif(results, {.version = "0.1.0", .torch = "2.15.0+cu132", .places = places}, out);
  return Json::parse(out.str());
}

Json only_result(const PairResult& result, const CasePlaces& places = {}) {
  const Json results = sarif({result}, places)["runs"][0]["results"];
  REQUIRE(results.size() == 1);
  return results[0];
}

TEST_CASE("a pair that is not green is a result at its case, with why and the next command") {
  Json result = only_result(one_that_differs(), {{"seed/mlp", {"models/seed/mlp.json", 3}}});
  const std::string digest = result["partialFingerprints"]["assayPairAndAlert/v1"];
  CHECK(digest.size() == 64);
  CHECK(result["partialFingerprints"]["primaryLocationLineHash"] == digest.substr(0, 16) + ":1");
  result.erase("partialFingerprints");
  CHECK(result == Json::parse(R"({"ruleId": "differs", "ruleIndex": 1, "level": "error",
    "message": {"text": "seed/mlp aot cpu: nodes: 9 matched, 1 changed: target tanh -> relu\nnext: assay diff golden/seed/mlp.txt r/pending/seed/mlp/aot@cpu.json"},
    "locations": [{
      "physicalLocation": {
        "artifactLocation": {"uri": "models/seed/mlp.json", "uriBaseId": "%SRCROOT%"}, "region": {"startLine": 3}},
      "logicalLocations": [{"fullyQualifiedName": "seed/mlp aot cpu"}]}],
    "properties": {"case": "seed/mlp", "method": "aot", "device": "cpu", "outcome": "captured", "stage": "capture",
      "verdict": "differs", "torch": "2.15.0", "causes": ["1a2b3c4d"]}})"));
}

TEST_CASE("the run says which tool it is of, and which PyTorch") {
  const Json log = sarif({});
  CHECK(log["version"] == "2.1.0");
  CHECK(log["runs"].size() == 1);
  CHECK(log["runs"][0]["tool"]["driver"]["name"] == "Assay");
  CHECK(log["runs"][0]["tool"]["driver"]["version"] == "0.1.0");
  CHECK(log["runs"][0]["automationDetails"]["id"] == "assay/torch-2.15.0/");
  std::ostringstream out;
  write_sarif({}, {.version = "0.1.0"}, out);
  CHECK_FALSE(Json::parse(out.str())["runs"][0].contains("automationDetails"));
}

TEST_CASE("green pairs give no result, a run without pairs has an empty list, which code scanning asks for") {
  for (const Verdict verdict : {Verdict::kMatch, Verdict::kExpectedFailure, Verdict::kSkipped})
    CHECK(sarif({ended("a", verdict, Outcome::kDiverges)})["runs"][0]["results"] == Json::array());
  CHECK(sarif({})["runs"][0]["results"] == Json::array());
}

TEST_CASE("each alert has a rule of its own, told in short, in full and with help") {
  const Json rules = sarif({})["runs"][0]["tool"]["driver"]["rules"];
  REQUIRE(rules.size() == kAlertNames.names().size());
  std::set<std::string> names, titles;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    INFO(rules[i].dump());
    CHECK(rules[i]["id"] == std::string(kAlertNames.names()[i]));
    CHECK(names.insert(rules[i]["name"]).second);
    CHECK(titles.insert(rules[i]["shortDescription"]["text"]).second);
    CHECK_FALSE(rules[i]["shortDescription"]["text"].get<std::string>().ends_with('.'));
    CHECK(rules[i]["fullDescription"]["text"].get<std::string>().ends_with('.'));
    CHECK(rules[i]["help"]["text"].get<std::string>().ends_with('.'));
  }
}

TEST_CASE("a result names the rule that stands at its index, at that rule's level") {
  const Json run =
      sarif({ended("a", Verdict::kNew, Outcome::kCaptured), ended("b", Verdict::kMissing, Outcome::kSkipped),
             ended("c", Verdict::kUnexpectedFailure, Outcome::kTimesOut),
             ended("d", Verdict::kUnexpectedPass, Outcome::kCaptured)})["runs"][0];
  std::string told;
  for (const Json& result : run["results"]) {
    const Json& rule = run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()];
    CHECK(rule["id"] == result["ruleId"]);
    CHECK(rule["defaultConfiguration"]["level"] == result["level"]);
    told += result["ruleId"].get<std::string>() + " " + result["level"].get<std::string>() + "; ";
  }
  CHECK(told == "new warning; missing error; times_out error; unexpected_pass warning; ");
}

TEST_CASE("a pair without words of its own is told by its rule, and always with a command") {
  CHECK(only_result(ended("a", Verdict::kNew, Outcome::kCaptured))["message"]["text"] ==
        "a aot cpu: The captured graph has no golden yet\nnext: assay check a --methods aot --device cpu");
}

TEST_CASE("the fingerprint is of pair and alert: the same in another run, another for another of either") {
  const auto print = [](const PairResult& result) {
    return only_result(result)["partialFingerprints"]["primaryLocationLineHash"].get<std::string>();
  };
  PairResult again = one_that_differs();
  again.explanation = "nodes: 3 matched, 7 changed";
  again.torch = "2.16.0";
  CHECK(print(again) == print(one_that_differs()));
  again.verdict = Verdict::kNew;
  CHECK(print(again) != print(one_that_differs()));
  again = one_that_differs();
  again.pair.device = Device::kCuda;
  CHECK(print(again) != print(one_that_differs()));
}

TEST_CASE("a case whose place is not known, or not in the sources, has a logical location alone") {
  for (const CasePlaces& places :
       {CasePlaces{}, CasePlaces{{"seed/mlp", {"", 1}}}, CasePlaces{{"seed/mlp", {"../../etc/passwd", 1}}},
        CasePlaces{{"seed/mlp", {"/etc/passwd", 1}}}}) {
    const Json location = only_result(one_that_differs(), places)["locations"][0];
    CHECK_FALSE(location.contains("physicalLocation"));
    CHECK(location["logicalLocations"][0]["fullyQualifiedName"] == "seed/mlp aot cpu");
  }
}

/// Hostile text in every text of a record.
PairResult hostile(const std::string& text) {
  PairResult result = ended("seed/mlp", Verdict::kUnexpectedFailure, Outcome::kRaises);
  result.exception = text;
  result.message = text;
  result.next = "assay check " + text;
  result.torch = text;
  result.causes = {{text, text}};
  return result;
}

TEST_CASE("hostile text stays text: printable, bounded, no link") {
  for (const std::string text :
       {"a\nb\r\n::error::x", "\x1b[31m\x01\xff", "<script>alert(1)</script>", "a\u202eb\u2066c",
        "[click](https://x.example)", "../../etc/passwd", "{0} %s"}) {
    INFO(text);
    const std::string message = only_result(hostile(text))["message"]["text"];
    CHECK(message.find('\x1b') == std::string::npos);
    CHECK(message.find("\u202e") == std::string::npos);
    CHECK(message.find("](") == std::string::npos);
    CHECK(message.find("\n::") == std::string::npos);
  }
  CHECK_THAT(only_result(hostile("<b>"))["message"]["text"].get<std::string>(), Catch::Contains("<b>"));
  CHECK_THAT(only_result(hostile("[a](b)"))["message"]["text"].get<std::string>(),
             Catch::Contains("[a]\\(b)"));
  CHECK(only_result(hostile(std::string(5000, 'x'))).dump().size() < 12000);
}

TEST_CASE("a place with odd names is percent-encoded") {
  const Json result = only_result(one_that_differs(), {{"seed/mlp", {"my models/a#b?\u202e%.json", 0}}});
  const Json& physical = result["locations"][0]["physicalLocation"];
  CHECK(physical["artifactLocation"]["uri"] == "my%20models/a%23b%3F%E2%80%AE%25.json");
  CHECK(physical["region"]["startLine"] == 1);  // a line absent from every file
}

/// Not a test: writes a log that ci/github_schemas_test.py checks against the schema. It has every alert,
/// with and without a place, and the hostile texts.
TEST_CASE("writes a file for the schema", "[.schema]") {
  const char* file = std::getenv("ASSAY_SARIF");
  REQUIRE(file != nullptr);
  std::vector<PairResult> results = {one_that_differs(), hostile("a\n\x1b<b>\u202e"),
                                     hostile(std::string(5000, 'x'))};
  for (const Verdict verdict : kVerdictNames.values())
    for (const std::string& outcome : outcome_names())
      results.push_back(ended("b", verdict, outcome_from_string(outcome).value()));
  std::ofstream out(file);
  write_sarif(results,
              {.version = "0.1.0", .torch = "2.15.0", .places = {{"seed/mlp", {"my models/mlp#1.json", 3}}}},
              out);
  REQUIRE(out);
}

}  // namespace
}  // namespace assay
