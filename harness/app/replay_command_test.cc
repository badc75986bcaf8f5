// assay replay from the command line, with a fake worker that returns a report written by the test.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/graph/digest.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/installation.h"
#include "harness/zoo/replay_json.h"

namespace assay::test {
namespace {

ReplayReport report(ReplayVerdict verdict) {
  ReplayReport made;
  made.verdict = verdict;
  made.runs.resize(2);
  made.runs[0].name = "same inputs";
  made.runs[1].name = "fresh values";
  made.runs[1].kind = RunKind::kFresh;
  made.runs[1].verdict = verdict;
  if (verdict == ReplayVerdict::kDiverges)
    made.departure = Departure{.graph = "forward",
                               .node = 1,
                               .target = "aten.relu.default",
                               .expected = "f32[2] 1 2",
                               .found = "f32[2] 1 3",
                               .module = "",
                               .source = ""};
  if (verdict == ReplayVerdict::kGuarded) made.runs[1].message = "guard s0 == 4";
  if (verdict == ReplayVerdict::kFails) made.runs[1].message = "node 1: no such operator";
  made.operators = 1;
  return made;
}

/// The case `net`, captured by make_fx.
class ReplayPlace : public Installation {
 public:
  ReplayPlace() : Installation(R"(["make_fx"])") {
    expects("");
    captures("aten.relu.default");
  }

  /// Sets an ENTRY for make_fx, or none.
  void expects(const std::string& entry) const {
    const std::string expect = entry.empty() ? "{}" : R"({"make_fx": [)" + entry + "]}";
    describes(R"(, "devices": ["cpu"], "expect": )" + expect);
  }
  static std::string graph(const std::string& op, const std::string& header = "case net\n") {
    return write_graph_file(
        parse_text(header +
                   "method make_fx\ndevice cpu\ntorch 2.15.0\npython 3.11.2\ngraph forward\n"
                   "%0 = input user \"0\" : f32[2]\n%1 = " +
                   op + "(self=%0) : f32[2]\noutput \"0\"=%1\n"));
  }
  void captures(const std::string& op) const { gives("graph.json", graph(op)); }
  void replays_as(const std::string& report_line) const { gives("replay.json", report_line); }
  void replays_as(ReplayVerdict verdict) const { replays_as(json_of(report(verdict)).dump()); }
  Said check(const std::string& more = "") const { return run("check net --results results " + more); }
  Said accept() const { return run("accept --all --results results"); }
  std::string golden() const { return read("golden/net.txt"); }
};

constexpr const char* kDiverges = R"({"outcome": "diverges", "reason": "bakes a branch in"})";

TEST_CASE("a file that replays is exit 0, with the report of each run") {
  const ReplayPlace place;
  place.write("g.json", ReplayPlace::graph("aten.relu.default"));
  place.replays_as(ReplayVerdict::kReplays);
  const Said said = place.run("replay g.json --seed 7");
  CHECK(said.status == 0);
  CHECK(said.has("net make_fx cpu: replays\n"));
  CHECK(said.has("  fresh values"));
  CHECK(said.has("g.json seed 7"));  // the worker's request
  CHECK_FALSE(said.has("next:"));
}

TEST_CASE("of a golden that several pairs share one is replayed: the first, or the one that --pair names") {
  const ReplayPlace place;
  place.write("golden/net.txt",
              "golden 2\ncase net\nholds aot@cpu\nholds make_fx@cpu as aot@cpu\n\ngraphs aot@cpu\ngraph "
              "f\n%0 = input user \"0\" : f32[2]\n"
              "output \"0\"=%0\nend\n");
  place.replays_as(ReplayVerdict::kDiverges);
  CHECK(place.run("replay golden/net.txt").has("net aot cpu: diverges"));
  const Said said = place.run("replay golden/net.txt --pair make_fx@cpu");
  CHECK(said.has("net make_fx cpu: diverges"));
  CHECK(said.has("golden.json seed 0"));  // the worker's request
  CHECK(said.has("next: assay export golden/net.txt --pair make_fx@cpu --to text\n"));
}

TEST_CASE("a file that is guarded is exit 0 with its guard, one that diverges or fails is exit 1") {
  const ReplayPlace place;
  place.write("g.json", ReplayPlace::graph("aten.relu.default"));
  place.replays_as(ReplayVerdict::kGuarded);
  const Said guarded = place.run("replay g.json");
  CHECK(guarded.status == 0);
  CHECK(guarded.has("guard s0 == 4"));
  place.replays_as(ReplayVerdict::kDiverges);
  const Said diverges = place.run("replay g.json");
  CHECK(diverges.status == 1);
  CHECK(diverges.has(
      "departs at forward/%1  aten.relu.default\n    expected  f32[2] 1 2\n    found     f32[2] 1 3"));
  CHECK(diverges.has("next: assay export g.json --to text\n"));
  place.replays_as(ReplayVerdict::kFails);
  CHECK(place.run("replay g.json").status == 1);
}

TEST_CASE("a replay that crashes costs exit 1, and a worker that reports nothing is the harness's fault") {
  const ReplayPlace place;
  place.write("g.json", ReplayPlace::graph("aten.relu.default"));
  place.replays_as("crash");
  const Said crash = place.run("replay g.json");
  CHECK(crash.status == 1);
  CHECK(crash.has("net make_fx cpu: "));
  CHECK(crash.has("next: assay replay g.json -v"));
  place.replays_as("");
  const Said nothing = place.run("replay g.json");
  CHECK(nothing.status == 3);
  CHECK(nothing.has("the worker did not report the replay it was asked for"));
}

TEST_CASE("the report as JSON says what was replayed, how it ended and everything found") {
  const ReplayPlace place;
  place.write("g.json", ReplayPlace::graph("aten.relu.default"));
  place.replays_as(ReplayVerdict::kDiverges);
  const auto json = nlohmann::json::parse(place.run("replay g.json --json").text);
  CHECK(json["assay_replay"] == 1);
  CHECK(json["outcome"] == "diverges");
  CHECK(json["case"] == "net");
  CHECK(json["replay"]["departure"]["target"] == "aten.relu.default");
}

TEST_CASE("the case is --case, else the project's, else the header's file if that is still the same") {
  const ReplayPlace place;
  place.write("g.json", ReplayPlace::graph("aten.relu.default", "case other\n"));
  const Said gone = place.run("replay g.json");
  CHECK(gone.status == 2);
  CHECK(gone.has("assay: g.json was captured from case 'other', which project " + place.path().string() +
                 " does not have; pass --case CASE.json\n"));
  CHECK(place.run("replay g.json --case net").status == 0);

  const std::string other = R"({"case": "other", "factory": "net.py:Net"})";
  place.write("elsewhere/other.json", other);
  const auto naming = [&](const std::string& file, const std::string& digest) {
    place.write("g.json", ReplayPlace::graph("aten.relu.default", "case other\ncase_file " + file +
                                                                      "\ncase_sha256 " + digest + "\n"));
    return place.run("replay g.json").status;
  };
  CHECK(naming("elsewhere/other.json", sha256_hex(other)) == 0);
  CHECK(naming("elsewhere/other.json", sha256_hex(other + " ")) == 2);
  CHECK(naming("elsewhere/none.json", sha256_hex(other)) == 2);
  CHECK(naming((place.path() / "elsewhere/other.json").string(), sha256_hex(other)) == 2);
  CHECK(naming("../" + place.path().filename().string() + "/elsewhere/other.json", sha256_hex(other)) == 2);
}

TEST_CASE("what is no graph file, and a selection of several cases, is exit 2") {
  const ReplayPlace place;
  place.write("models/two.json", R"({"case": "nest", "factory": "net.py:Net"})");
  place.write("g.json", ReplayPlace::graph("aten.relu.default"));
  CHECK(place.run("replay none.json").status == 2);
  CHECK(place.run("replay models/net.json").status == 2);
  const Said several = place.run("replay g.json --case 'ne*'");
  CHECK(several.status == 2);
  CHECK(several.has("2 cases"));
}

TEST_CASE("a check replays every capture, and --no-replay none") {
  const ReplayPlace place;
  place.check();
  REQUIRE(place.accept().status == 0);
  const Said replayed = place.check();
  CHECK(replayed.status == 0);
  CHECK(replayed.has("replay: 1 replayed (1 bit by bit)\n"));
  CHECK(replayed.has("zoo coverage: 100 % (1 of 1 pairs captured and replayed)\n"));
  const Said not_replayed = place.check("--no-replay");
  CHECK(not_replayed.status == 0);
  CHECK(not_replayed.has("zoo coverage: not measured (1 of 1 pairs captured, none replayed)\n"));
  CHECK(place.check("--resume").has("1 replayed"));  // a pair without a replay is not done
}

TEST_CASE("a capture that diverges is red though it equals its golden, and its line says where to look") {
  const ReplayPlace place;
  place.check();
  REQUIRE(place.accept().status == 0);
  place.replays_as(ReplayVerdict::kDiverges);
  const Said said = place.check();
  CHECK(said.status == 1);
  CHECK(said.has("!diverges"));
  CHECK(
      said.has("net make_fx cpu: unexpected_failure: diverges in run 'fresh values': forward/%1 "
               "aten.relu.default: expected f32[2] 1 2, found f32[2] 1 3\n"));
  CHECK(said.has("  next: assay replay results/graphs/net/make_fx@cpu.json --case net\n"));
  place.replays_as(ReplayVerdict::kReplays);
  CHECK(place.check().status == 0);
}

TEST_CASE("a worker that was asked to replay and did not say what came of it is red") {
  const ReplayPlace place;
  place.replays_as("");
  const Said said = place.check();
  CHECK(said.status == 1);
  CHECK(said.has("the worker did not report the replay it was asked for"));
  CHECK(place.check("--no-replay").has("1 new"));
}

TEST_CASE("a crash while replaying is a crash in that stage, and its file is there to be replayed") {
  const ReplayPlace place;
  place.replays_as("crash");
  const Said said = place.check();
  CHECK(said.status == 1);
  CHECK(said.has("CRASHES net make_fx cpu"));
}

TEST_CASE("what diverges cannot be accepted, unless its case expects that with a reason") {
  const ReplayPlace place;
  place.replays_as(ReplayVerdict::kDiverges);
  place.check();
  const Said refused = place.accept();
  CHECK(refused.status == 1);
  CHECK(refused.has("refused  net make_fx cpu: diverges in run 'fresh values': "));
  CHECK(refused.has("0 goldens accepted, 1 refused\n"));
  CHECK(place.golden().empty());

  place.expects(kDiverges);
  CHECK(place.check().status == 0);
  CHECK(place.accept().status == 0);
  CHECK_FALSE(place.golden().empty());
}

TEST_CASE("what was not replayed cannot be accepted until the command that is told has replayed it") {
  const ReplayPlace place;
  place.check("--no-replay");
  const Said refused = place.accept();
  CHECK(refused.status == 1);
  CHECK(
      refused.has("was not replayed; next: assay check net --methods make_fx --device cpu --rerun-failed "
                  "--results results\n"));
  CHECK(place.golden().empty());
  place.run("check net --methods make_fx --device cpu --rerun-failed --results results");
  CHECK(place.accept().status == 0);
}

TEST_CASE(
    "an expected divergence still tells the drift of its graph, and passes unexpectedly when it is gone") {
  const ReplayPlace place;
  place.expects(kDiverges);
  place.replays_as(ReplayVerdict::kDiverges);
  const Said without_golden = place.check();
  CHECK(without_golden.status == 0);
  CHECK(without_golden.has("(diverges)"));
  REQUIRE(place.accept().status == 0);
  CHECK(place.check().status == 0);

  place.captures("aten.tanh.default");
  const Said drifted = place.check();
  CHECK(drifted.status == 1);
  CHECK(drifted.has("DIFFERS net make_fx cpu"));

  place.captures("aten.relu.default");
  place.replays_as(ReplayVerdict::kReplays);
  const Said passes = place.check();
  CHECK(passes.status == 1);
  CHECK(passes.has("!passes"));
  CHECK(passes.has("remove or correct expect.make_fx"));
  CHECK(place.check("--no-replay").status == 0);  // does not check expectations of replay
}

TEST_CASE(
    "an expected divergence does not hide that its golden is broken, and neither cause nor review replaces "
    "it") {
  const ReplayPlace place;
  place.expects(kDiverges);
  place.replays_as(ReplayVerdict::kDiverges);
  place.check();
  REQUIRE(place.accept().status == 0);
  const std::string broken = "<<<<<<< ours\n" + place.golden();
  place.write("golden/net.txt", broken);
  const Said said = place.check();
  CHECK(said.status == 1);
  CHECK(said.has("BROKEN GOLDEN net make_fx cpu"));
  CHECK(said.has("next: git checkout --ours "));
  CHECK_FALSE(said.has("next: assay accept"));
  const auto json = nlohmann::json::parse(place.run("review --list --json --results results").text);
  CHECK(json["graphs"][0]["refused"] == "its golden is broken");
  const std::string cause = json["causes"][0]["id"];
  CHECK(place.run("accept --cause " + cause + " --results results").status == 1);
  CHECK(place.golden() == broken);
  CHECK(place.run("accept --all --replace-broken --results results").status == 0);
  CHECK(place.check().status == 0);
}

TEST_CASE("reviewing shows what cannot be accepted, and accepting its cause refuses it") {
  const ReplayPlace place;
  place.check("--no-replay");
  const Said list = place.run("review --list --results results");
  CHECK(list.status == 1);
  CHECK(list.has("refused  net make_fx cpu: was not replayed"));
  const auto json = nlohmann::json::parse(place.run("review --list --json --results results").text);
  CHECK(json["graphs"][0]["refused"] == "was not replayed");
  const std::string cause = json["causes"][0]["id"];
  CHECK(place.run("accept --cause " + cause + " --results results").status == 1);
  CHECK(place.golden().empty());
}

}  // namespace
}  // namespace assay::test
