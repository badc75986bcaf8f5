// Proofs: a run that gives the declared table, and twins that give all of it but one thing.
#include "ci/proofs/proof.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "harness/graph/text.h"
#include "harness/zoo/need.h"

namespace assay {
namespace {

constexpr const char* kWrites = R"(graph forward
%0 = input buffer "mean" : f32[2]
%1 = input user "0" : f32[2]
%2 = aten.add_.Tensor(self=%0, other=%1, alpha?=1) mutates(self) alias(0:self) : f32[2]
output "0"=%2
)";
constexpr const char* kReadsOnly = R"(graph forward
%0 = input buffer "mean" : f32[2]
%1 = input user "0" : f32[2]
%2 = aten.add.Tensor(self=%0, other=%1, alpha?=1) : f32[2]
output "0"=%2
)";

/// One case, two methods on the CPU: make_fx captures it, export diverges.
const std::vector<Case>& cases() {
  static const std::vector<Case> all = read_case_text(
      R"({"methods": ["make_fx", "export"], "devices": ["cpu"], "each": [
           {"case": "net/hook", "factory": "net.py:Hook",
            "expect": {"export": [{"outcome": "raises", "exception": "TypeError", "message": "no hooks", "reason": "refuses hooks"}]}},
           {"case": "net/writes", "factory": "net.py:Writes", "methods": ["export"],
            "expect": {"export": [{"outcome": "diverges", "reason": "loses the write"}]}},
           {"case": "net/plain", "factory": "net.py:Plain"}]})",
      "net.json");
  return all;
}

PairResult captured(const std::string& id, MethodId method) {
  PairResult record;
  record.pair = {id, method, Device::kCpu};
  record.outcome = Outcome::kCaptured;
  record.torch = "2.15.0+cu132";
  record.graph = "graphs/" + id + ".json";
  record.replay.emplace();
  return record;
}

PairResult raised(const std::string& id, MethodId method, const std::string& exception,
                  const std::string& message) {
  PairResult record;
  record.pair = {id, method, Device::kCpu};
  record.outcome = Outcome::kRaises;
  record.torch = "2.15.0+cu132";
  record.exception = exception;
  record.message = message;
  return record;
}

/// What net/hook gives when all is as declared.
std::vector<PairResult> as_declared() {
  return {captured("net/hook", MethodId::kMakeFx),
          raised("net/hook", MethodId::kExport, "builtins.TypeError", "there are no hooks here")};
}

Feature hook() { return {.id = "hook", .group = "g", .means = "a hook", .probe = "net/hook"}; }

ProofReport proof(const std::vector<Feature>& features, std::vector<PairResult> records,
                  const std::map<std::string, std::string>& graphs = {}) {
  const Evidence evidence{std::move(records), [graphs](const PairResult& record) {
                            const auto found = graphs.find(record.pair.case_id);
                            return parse_text(found == graphs.end() ? kWrites : found->second);
                          }};
  return prove(features, cases(), evidence);
}

/// The breaches of cells; that this list of features does not prove what methods declare is another matter.
std::vector<std::string> breaches(const ProofReport& report) {
  std::vector<std::string> texts;
  for (const ErrorParts& breach : report.breaches) {
    if (breach.what.find("no feature proves it") == std::string::npos) texts.push_back(to_message(breach));
  }
  return texts;
}

TEST_CASE("a run that gives what is declared proves it") {
  const ProofReport report = proof({hook()}, as_declared());
  CHECK(breaches(report).empty());
  CHECK(report.features == 1);
  CHECK(report.cells == 2);
  CHECK(report.proven == 2);
  CHECK(report.outcomes == std::map<Outcome, std::size_t>{{Outcome::kCaptured, 1}, {Outcome::kRaises, 1}});
}

TEST_CASE("another outcome is told with pair, declaration, finding and the command to type") {
  auto records = as_declared();
  records[0].outcome = Outcome::kDiverges;
  records[0].message = "diverges in run 'fresh values'";
  const ProofReport report = proof({hook()}, records);
  CHECK(report.proven == 1);
  CHECK(breaches(report) ==
        std::vector<std::string>{"hook: net/hook make_fx cpu: declared, not proven\n"
                                 "  expected: captured\n"
                                 "  found: diverges: diverges in run 'fresh values'\n"
                                 "  next: assay check net/hook --methods make_fx --device cpu"});
}

/// A write that is lost: the buffer is another, first seen at `target`.
PairResult diverging(Observation observed, const std::string& target) {
  PairResult record = captured("net/writes", MethodId::kExport);
  record.outcome = Outcome::kDiverges;
  record.replay->verdict = ReplayVerdict::kDiverges;
  record.replay->runs = {
      {.name = {}, .verdict = ReplayVerdict::kDiverges, .message = {}, .observations = {observed}}};
  record.replay->departure.emplace().target = target;
  return record;
}

TEST_CASE("a probe that diverges by what its feature's findings declare proves them, by anything else not") {
  Feature writes{.id = "writes", .group = "g", .means = "a write", .probe = "net/writes"};
  writes.findings = {{.values = {ComparedValue::Kind::kBuffer}, .operators = {"aten.add*"}}};
  const ComparedValue buffer{ComparedValue::Kind::kBuffer, "mean"}, result{ComparedValue::Kind::kResult, "0"};
  const auto found = [&](Observation observed, const std::string& target) {
    const std::vector<std::string> all = breaches(proof({writes}, {diverging(observed, target)}));
    return all.empty() ? "" : all.front();
  };
  CHECK(found({Observable::kValue, buffer}, "aten.add_.Tensor").empty());
  CHECK(found({Observable::kValue, result}, "aten.add_.Tensor").find("found: value of a result\n") !=
        std::string::npos);
  CHECK(found({Observable::kAlias, buffer, result}, "aten.add_.Tensor").find("found: alias of a buffer\n") !=
        std::string::npos);
  CHECK(found({Observable::kValue, buffer}, "aten.mul_.Tensor")
            .find("found: a departure at aten.mul_.Tensor\n") != std::string::npos);
  writes.findings.front().methods = {"make_fx"};
  CHECK_FALSE(found({Observable::kValue, buffer}, "aten.add_.Tensor").empty());
}

TEST_CASE("a failure that does not come is no proof, nor is another exception or another message") {
  auto records = as_declared();
  records[1] = captured("net/hook", MethodId::kExport);
  CHECK(breaches(proof({hook()}, records)).size() == 1);
  records[1] = raised("net/hook", MethodId::kExport, "ValueError", "there are no hooks here");
  CHECK(breaches(proof({hook()}, records)).front().find("found: raises ValueError: there are") !=
        std::string::npos);
  records[1] = raised("net/hook", MethodId::kExport, "TypeError", "there are no locks here");
  CHECK(breaches(proof({hook()}, records)).size() == 1);
}

TEST_CASE("a guarded capture does not prove that it is captured") {
  auto records = as_declared();
  records[0].outcome = Outcome::kGuarded;
  records[0].replay->verdict = ReplayVerdict::kGuarded;
  CHECK(breaches(proof({hook()}, records)).size() == 1);
}

TEST_CASE("a capture that was not replayed proves nothing") {
  auto records = as_declared();
  records[0].replay.reset();
  CHECK(breaches(proof({hook()}, records)).front().find("found: captured, not replayed\n") !=
        std::string::npos);
}

TEST_CASE("pairs that were not run are told together, with the command that runs them") {
  auto records = as_declared();
  records.erase(records.begin());
  const ProofReport one = proof({hook()}, records);
  CHECK(one.cells == 2);
  CHECK(one.proven == 1);
  CHECK(breaches(one) ==
        std::vector<std::string>{"hook: net/hook: declared, not proven\n"
                                 "  expected: a record of every pair of the probe\n"
                                 "  found: no record of make_fx cpu\n"
                                 "  next: assay check net/hook --methods make_fx --device cpu"});
  const auto both = breaches(proof({hook()}, {}));
  REQUIRE(both.size() == 1);
  CHECK(both[0].find("found: no record of make_fx cpu, export cpu\n  next: assay check net/hook") !=
        std::string::npos);
}

TEST_CASE("a feature whose probe is no case is told the nearest") {
  Feature lost = hook();
  lost.probe = "net/hoko";
  CHECK(breaches(proof({lost}, as_declared())) ==
        std::vector<std::string>{"hook: no case 'net/hoko'; did you mean 'net/hook'?\n"
                                 "  expected: a case that proves the feature\n"
                                 "  found: net/hoko\n"
                                 "  next: assay list cases"});
}

Feature declared_mutation() {
  return {.id = "mutation", .group = "g", .means = "m", .probe = "net/plain", .proves = Need::kMutation};
}
std::vector<PairResult> both_capture() {
  return {captured("net/plain", MethodId::kMakeFx), captured("net/plain", MethodId::kExport)};
}

TEST_CASE("what methods declare is proven where the graphs show it, and a false declaration is told") {
  CHECK(breaches(proof({declared_mutation()}, both_capture())).empty());
  const auto false_ones = breaches(proof({declared_mutation()}, both_capture(), {{"net/plain", kReadsOnly}}));
  REQUIRE(false_ones.size() == 2);
  CHECK(false_ones[0] ==
        "mutation: net/plain make_fx cpu: the table of methods is not what the graph shows of mutation\n"
        "  expected: shows it, as harness/zoo/method.cc declares\n"
        "  found: does not show it\n"
        "  next: assay check net/plain --methods make_fx --device cpu, then correct harness/zoo/method.cc");
}

TEST_CASE("what methods do not declare and their graphs show all the same is a false declaration, too") {
  Feature backward = declared_mutation();
  backward.proves = Need::kBackward;
  const std::string gradient =
      std::string(kReadsOnly).replace(std::string(kReadsOnly).rfind('%'), 2, "%2, gradient \"mean\"=%1");
  CHECK(breaches(proof({backward}, both_capture(), {{"net/plain", kReadsOnly}})).empty());
  const auto false_ones = breaches(proof({backward}, both_capture(), {{"net/plain", gradient}}));
  REQUIRE(false_ones.size() == 2);
  CHECK(false_ones[0].find("expected: does not show it") != std::string::npos);
}

TEST_CASE("a declaration that no feature proves is a breach") {
  const auto needs = kNeedNames.values();
  const auto declared = static_cast<std::size_t>(std::ranges::count_if(needs, is_declared));
  const ProofReport report = proof({hook()}, as_declared());
  CHECK(report.breaches.size() == declared);
  CHECK(report.breaches.front().what == "methods declare backward, and no feature proves it");
  CHECK(proof({declared_mutation()}, both_capture()).breaches.size() == declared - 1);
}

TEST_CASE("two programs with other results must have other graphs") {
  Feature after = hook();
  after.unlike = "net/plain";
  auto records = as_declared();
  records.push_back(captured("net/plain", MethodId::kMakeFx));
  CHECK(breaches(proof({after}, records, {{"net/plain", kReadsOnly}})).empty());
  const auto alike = breaches(proof({after}, records));
  REQUIRE(alike.size() == 1);
  CHECK(alike[0].find("two programs with other results are not told apart") != std::string::npos);
  CHECK(alike[0].find("expected: a graph that differs from that of net/plain\n  found: equal graphs") !=
        std::string::npos);
  records.pop_back();
  CHECK(breaches(proof({after}, records)).front().find("found: net/plain was not run") != std::string::npos);
}

TEST_CASE("every pair of a feature's twin must have a replay that agrees") {
  Feature twice = hook();
  twice.twin = "net/plain";
  auto records = as_declared();
  records.push_back(captured("net/plain", MethodId::kMakeFx));
  records.push_back(captured("net/plain", MethodId::kExport));
  CHECK(breaches(proof({twice}, records)).empty());
  records.back().outcome = Outcome::kDiverges;
  CHECK(breaches(proof({twice}, records)) ==
        std::vector<std::string>{"hook: net/plain export cpu: the twin of a feature does not replay\n"
                                 "  expected: a replay that agrees with eager\n"
                                 "  found: diverges\n"
                                 "  next: assay check net/plain --methods export --device cpu"});
  records.pop_back();
  CHECK(breaches(proof({twice}, records)).front().find("found: no record\n") != std::string::npos);
  records.back().replay.reset();
  CHECK(breaches(proof({twice}, records)).size() == 2);
}

TEST_CASE("a feature that nothing probes has no cell to prove, and one with a probe has") {
  const Feature kernel{.id = "kernel", .group = "g", .means = "m", .probe = "", .unprobed = "no method"};
  const ProofReport report = proof({kernel, hook()}, as_declared());
  CHECK(breaches(report).empty());
  CHECK(report.features == 2);
  CHECK(report.cells == 2);
}

}  // namespace
}  // namespace assay
