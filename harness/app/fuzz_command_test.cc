// assay fuzz from the command line, with a fake worker that ends every pair alike.
#include <catch2/catch.hpp>

#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/results/results_folder.h"
#include "harness/testing/coded_program.h"
#include "harness/testing/installation.h"
#include "harness/zoo/replay_json.h"

namespace assay::test {
namespace {

class FuzzedPlace : public Installation {
 public:
  explicit FuzzedPlace(const std::string& methods = R"(["make_fx", "native"])") : Installation(methods) {
    gives("graph.json",
          write_graph_file(parse_text("case net\nmethod make_fx\ndevice cpu\n\ngraph forward\n"
                                      "%0 = input user \"0\" : f32[2]\n"
                                      "%1 = aten.relu.default(self=%0) : f32[2]\noutput \"0\"=%1\n")));
  }
  void diverges(const std::vector<Observation>& observations = {}) const {
    ReplayReport report;
    report.verdict = ReplayVerdict::kDiverges;
    report.runs.resize(1);
    report.runs[0].name = "same inputs";
    report.runs[0].verdict = ReplayVerdict::kDiverges;
    report.runs[0].message = "forward/%1 output: expected float64[2]: 1, 2, found float64[2]: 1, 1";
    report.runs[0].observations = observations;
    report.message = report.runs[0].message;
    gives("replay.json", json_of(report).dump());
  }
  Said fuzz(const std::string& arguments) const {
    return run("fuzz --methods make_fx,native --results f " + arguments);
  }
  std::size_t records() const { return read_records(path() / "f").size(); }
};

TEST_CASE("programs that all replay are no finding, exit 0, and leave no graph") {
  const FuzzedPlace place;
  const Said said = place.fuzz("--count 7");
  CHECK(said.status == 0);
  CHECK(said.has("fuzz enumerate, seed 1: 7 programs; 14 captured\n"));
  CHECK(said.has("0 findings, 0 new\n"));
  CHECK(place.records() == 14);
  CHECK_FALSE(std::filesystem::exists(place.path() / "f/graphs/fuzz/enumerate_1_000000"));
}

// With seed 2, the first programs have no known errors.
TEST_CASE("programs that diverge are a finding a method, shrunk, with program and case file, exit 1") {
  const FuzzedPlace place;
  place.diverges();
  const Said said = place.fuzz("--count 3 --seed 2");
  CHECK(said.status == 1);
  CHECK(said.has("2 findings, 2 new\n"));
  CHECK(said.has("in run 'same inputs': forward/%1 output: expected"));
  const std::string program = place.read("f/findings/001/program.py");
  CHECK(program.find("    def forward(self, x, y):\n        return y * 2\n") != std::string::npos);
  CHECK(place.read("f/findings/001/case.json").find("\"case\": \"found/001\"") != std::string::npos);
  CHECK(said.has("next: assay fuzz --program aliasing:0.0.0.0 --methods make_fx,native\n"));
  CHECK(place.fuzz("--program aliasing:0.0.0.0").has("fuzz aliasing:0.0.0.0: 1 program; 2 diverges\n"));
}

TEST_CASE("a known error is known by what it shows, and a second error beside it makes the pair new") {
  using enum fuzz::Operation;
  const fuzz::CodedProgram replaced = fuzz::program_of_lines(fuzz::Base::kBuffer, fuzz::Gradient::kOff,
                                                             {{kRebind, fuzz::kX}, {kDouble, fuzz::kY}});
  const std::string arguments = "fuzz --methods make_fx --no-shrink --results f --program " +
                                fuzz::to_text(replaced.sequence, replaced.vocabulary);
  const FuzzedPlace place;
  const Observation buffer{Observable::kValue, ComparedValue{ComparedValue::Kind::kBuffer, "kept"}};
  place.diverges({buffer});
  const Said known = place.run(arguments);
  CHECK(known.status == 0);
  CHECK(known.has("known as buffer_replaced"));
  place.diverges({buffer, {Observable::kValue, ComparedValue{ComparedValue::Kind::kResult, "1"}}});
  CHECK(place.run(arguments).has("1 finding, 1 new"));
  place.diverges();  // without a known cause
  CHECK(place.run(arguments).has("1 finding, 1 new"));
}

TEST_CASE("a capture that leaves something behind is a finding though it replays, by what it leaves") {
  const FuzzedPlace place;
  place.gives("left_behind", "grad mode was on, is off");
  const Said said = place.fuzz("--count 2 --no-shrink");
  CHECK(said.status == 1);
  CHECK(said.has("2 programs; 4 captured\n"));
  CHECK(said.has("\n2 findings, 2 new\n"));
  CHECK(said.has("make_fx captured: grad mode was on, is off, left behind  (new)"));
  CHECK(place.read("f/findings/001/finding.txt").find("\ngrad mode was on, is off\nnext: ") !=
        std::string::npos);
}

TEST_CASE("what an export leaves behind that fails is known, and what another method leaves is new") {
  const FuzzedPlace place(R"(["make_fx", "export"])");
  place.gives("how", "raise");
  place.gives("left_behind", "_global_buffer_registration_hooks was 0, is 1");
  const Said failed = place.run("fuzz --count 1 --results f --methods export");
  CHECK(failed.status == 0);
  CHECK(failed.has("known as fails_in_export"));
  CHECK(place.run("fuzz --count 1 --results f --no-shrink --methods make_fx").has("1 finding, 1 new"));
  place.gives("how", "");
  CHECK(place.run("fuzz --count 1 --results f --no-shrink --methods export").has("1 finding, 1 new"));
}

TEST_CASE("a second capture that gives another graph is a finding, and both graphs are kept for a diff") {
  const FuzzedPlace place;
  place.gives("again.json",
              write_graph_file(parse_text("case net\nmethod make_fx\ndevice cpu\n\ngraph forward\n"
                                          "%0 = input user \"0\" : f32[2]\n"
                                          "%1 = aten.tanh.default(self=%0) : f32[2]\noutput \"0\"=%1\n")));
  const Said said = place.fuzz("--count 1 --no-shrink");
  CHECK(said.status == 1);
  CHECK(said.has("make_fx captured: captures another graph: "));
  const PairResult record = read_records(place.path() / "f").front();
  const std::string graph = "f/graphs/fuzz/enumerate_1_000000/make_fx@cpu";
  CHECK(record.next.text() == "assay diff " + graph + ".json " + graph + ".again.json");
  CHECK(place.run("diff " + graph + ".json " + graph + ".again.json").status == 1);
  place.gives("again.json", "{");
  CHECK(place.fuzz("--count 1 --no-shrink").has("leaves a graph that cannot be read"));
}

TEST_CASE("a capture that is another program after lowering than its peers' is a finding, shown by compare") {
  const FuzzedPlace place;
  const auto lowered = [&](const char* file, const char* operation) {
    place.gives(file, write_graph_file(
                          parse_text(std::string("case net\nmethod make_fx\ndevice cpu\n\ngraph forward\n"
                                                 "%0 = input user \"0\" : f32[2]\n%1 = ") +
                                     operation + "(self=%0) : f32[2]\noutput \"0\"=%1\n")));
  };
  lowered("lowered.json", "aten.relu.default");
  CHECK(place.fuzz("--count 2 --seed 2").status == 0);
  lowered("lowered.native.json", "aten.tanh.default");
  const Said said = place.fuzz("--count 2 --seed 2 --no-shrink");
  CHECK(said.status == 1);
  CHECK(said.has("native captured: another forward program than make_fx: target aten.relu.default -> "));
  CHECK(said.has("\n1 finding, 1 new\n"));
  const PairResult record = read_records(place.path() / "f").back();
  CHECK(record.next.text() == "assay compare fuzz/enumerate_2_000001 --project f/programs");
  CHECK_FALSE(
      std::filesystem::exists(place.path() / "f/graphs/fuzz/enumerate_2_000001/native@cpu.lowered.json"));
  CHECK(place.fuzz("--count 2 --seed 2").has("1 finding, 1 new"));  // shrunk with its peers
}

TEST_CASE("a run that goes on runs what is missing, and shards are the whole") {
  const FuzzedPlace place;
  const Said first = place.fuzz("--count 8 --shard 1/2");
  CHECK(first.status == 0);
  CHECK(first.has(" of 8 programs; "));
  const std::size_t half = place.records();
  CHECK(half > 0);
  CHECK(half < 16);
  CHECK(place.fuzz("--count 8 --shard 2/2").status == 0);
  CHECK(place.records() == 16 - half);
  CHECK(place.fuzz("--count 4").status == 0);
  const Said further = place.fuzz("--count 8 --resume");
  CHECK(further.has("8 of 8 pairs"));
  CHECK(place.records() == 16);
}

TEST_CASE("pairs that got no process are said, never green, and run by --resume") {
  const FuzzedPlace place;
  place.gives("how", "unforked");
  const Said said = place.fuzz("--count 2");
  CHECK(said.status == 1);
  CHECK(said.has("4 skipped"));
  CHECK(said.has("some pairs got no process; next: assay fuzz --methods make_fx,native"));
  place.gives("processes", "");
  const Said further = place.fuzz("--count 2 --resume");
  CHECK(further.status == 0);
  CHECK(further.has("2 programs; 4 captured\n"));
  CHECK(place.records() == 4);
}

TEST_CASE("the command that goes on with a run names all that selected its pairs") {
  const FuzzedPlace place;
  place.fuzz("--count 8 --shard 1/2 --device all --timeout 9");
  CHECK(place.read("f/run.json")
            .find("assay fuzz --methods make_fx,native --timeout 9 --device all --space enumerate "
                  "--seed 1 --count 8") != std::string::npos);
  place.fuzz("--count 8 --device cpu");
  CHECK(place.read("f/run.json").find("--methods make_fx,native --device cpu --space") != std::string::npos);
}

TEST_CASE("what one version shows is asked of the others, whose workers must be there before anything runs") {
  const FuzzedPlace place;
  place.diverges();
  const std::filesystem::path other = "build/workers/torch-2.14.1";
  const Said refused = place.fuzz("--count 1 --torch 2.15.0,2.14.1");
  CHECK(refused.status == 3);
  CHECK_FALSE(std::filesystem::exists(place.path() / "f"));
  std::filesystem::create_directories(place.path() / other / "bin");
  std::filesystem::create_symlink(ASSAY_FAKE_WORKER, place.path() / other / "bin/assay-capture");
  for (const char* file : {"worker.json", "graph.json"})
    place.write((other / file).string(), place.read("build/workers/default/" + std::string(file)));
  std::string facts = place.read("build/workers/default/worker.json");
  place.write((other / "worker.json").string(), facts.replace(facts.find("2.15.0"), 6, "2.14.1"));
  CHECK(place.fuzz("--count 1 --torch 2.15.0,2.14.1").status == 1);
  const std::string finding = place.read("f/findings/001/finding.txt");
  CHECK(finding.find("    method             2.15.0           2.14.1\n"
                     "    make_fx            diverges         captured\n") != std::string::npos);
  CHECK(place.read("f/run.json").find("--torch 2.15.0,2.14.1") != std::string::npos);
}

TEST_CASE("of a folder that no run has left nothing is removed, nor for a program that is none") {
  const FuzzedPlace place;
  for (const char* own : {"mine/programs/kept", "mine/findings/kept"}) {
    place.write(own, "text");
    const Said said = place.run("fuzz --count 2 --results mine");
    CHECK(said.status == 2);
    CHECK(said.has("a folder that no run has left here"));
    CHECK(place.read(own) == "text");
    std::filesystem::remove_all(place.path() / "mine");
  }
  place.fuzz("--count 2");
  CHECK(place.fuzz("--program aliasing:x").status == 2);
  CHECK(place.records() == 4);
}

TEST_CASE("a program that is none and a space that is none are usage errors") {
  const FuzzedPlace place;
  CHECK(place.fuzz("--program aliasing:x").status == 2);
  CHECK(place.fuzz("--space other").status == 2);
}

}  // namespace
}  // namespace assay::test
