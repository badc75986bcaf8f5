// assay compare from the command line, with a fake worker that returns results written by the test.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/protocol/tallies.h"
#include "harness/testing/installation.h"
#include "harness/zoo/replay_json.h"

namespace assay::test {
namespace {

/// The case `net`, captured by make_fx and aot_joint.
class ComparedPlace : public Installation {
 public:
  ComparedPlace() : Installation(R"(["make_fx", "aot_joint"])") {
    const std::string graph = write_graph_file(parse_text(kGraph));
    gives("graph.json", graph);
    gives("lowered.json", graph);
  }
  Said compare(const std::string& arguments, const std::string& output = "2>&1") const {
    return run("compare " + arguments, output);
  }

  static constexpr const char* kGraph =
      "case net\nmethod make_fx\ndevice cpu\ntorch 2.15.0\npython 3.11.2\ngraph forward\n"
      "%0 = input user \"0\" : f32[2]\n%1 = aten.relu.default(self=%0) : f32[2]\noutput \"0\"=%1\n";
};

std::string tallies() {
  Tally eager = tally(parse_text(ComparedPlace::kGraph)), replay = eager;
  eager.operators[Name("aten.neg.default")] = 1;
  return json_of(protocol::RunTallies{eager, replay}).dump();
}

}  // namespace

TEST_CASE("methods are compared and the one to use is named, exit 0") {
  const ComparedPlace place;
  const Said said = place.compare("net");
  CHECK(said.status == 0);
  CHECK(said.has("net on cpu, torch 2.15.0\n"));
  CHECK(said.has("forward part, lowered to ATen: one program\n  A  3 nodes: make_fx, aot_joint\n"));
  CHECK(said.has("recommended for no stated need: make_fx\n"));
}

TEST_CASE("captures of which every one diverges leave nothing to recommend, exit 1") {
  const ComparedPlace place;
  ReplayReport report;
  report.verdict = ReplayVerdict::kDiverges;
  report.message = "result 0";
  place.gives("replay.json", json_of(report).dump());
  const Said said = place.compare("net");
  CHECK(said.status == 1);
  CHECK(said.has("recommended for no stated need: none\n  no method's capture replays\n"));
  CHECK(said.has("not aot_joint  net: diverges"));
}

TEST_CASE("an unknown need and a second device are usage errors, before anything runs") {
  const ComparedPlace place;
  const Said need = place.compare("net --need backwrds,shapes");
  CHECK(need.status == 2);
  CHECK(need.has("unknown need 'backwrds'; did you mean 'backward'?"));
  CHECK(need.has("one or more of backward, shapes, mutation, aliasing, dynamic, names"));
  CHECK(place.compare("net --device all").status == 2);
  CHECK(place.compare("nett").status == 2);
}

TEST_CASE("a need leaves out what cannot express it") {
  const ComparedPlace place;
  const Said said = place.compare("net --need aliasing");
  CHECK(said.status == 0);
  CHECK(said.has("recommended for aliasing: make_fx\n"));
  CHECK(said.has("not aot_joint  cannot express aliasing\n"));
}

TEST_CASE("JSON alone is on stdout, with coverage where the worker recorded what ran") {
  const ComparedPlace place;
  place.gives("tallies.json", tallies() + "\n");
  const Said said = place.compare("net --format json", "2>/dev/null");
  const auto json = nlohmann::json::parse(said.text);
  CHECK(json["recommendation"]["method"] == "make_fx");
  const auto& coverage = json["cases"][0]["methods"][0]["coverage"];
  CHECK(coverage["operators"] == nlohmann::json{{"matched", 1}, {"eager", 2}, {"replay", 1}});
  CHECK(coverage["missed"] == nlohmann::json{{"aten.neg.default", 1}});
}

TEST_CASE("a check tells operator coverage in its summary and in results.json") {
  const ComparedPlace place;
  CHECK(place.run("check net --device cpu --results r").has("operator coverage on cpu: not measured\n"));
  place.gives("tallies.json", tallies() + "\n");
  const Said said = place.run("check net --device cpu --results r2");
  CHECK(said.has("make_fx    cpu          1/1         0  50.0 % / 100 %  100 % / 100 %\n"));
  CHECK(said.has("  make_fx cpu misses 1 aten.neg.default\n"));
  const auto json = nlohmann::json::parse(place.read("r2/results.json"));
  CHECK(json["pairs"][0]["coverage"]["operators"]["eager"] == 2);
}

TEST_CASE("what cannot be lowered is compared in all else, and says why") {
  const ComparedPlace place;
  std::filesystem::remove(place.path() / "build/workers/default/lowered.json");
  const Said said = place.compare("net --format markdown", "2>/dev/null");
  CHECK(said.status == 0);
  CHECK(said.has("**Recommended for no stated need: `make_fx`**"));
  CHECK(said.has("- not compared: `aot_joint`: `told not to`\n"));
}

}  // namespace assay::test
