// Repetition: pairs that run again and do not always end the same way.
#include "harness/check/repetition.h"

#include <catch2/catch.hpp>

#include "harness/testing/installation_of_cases.h"
#include "harness/testing/scratch_folder.h"

namespace assay::test {

const std::string kRepeat = "check --no-resident -j 1 --results r --repeat 4";

/// With accepted goldens, so that a run is green.
class Agreed : public InstallationOfCases {
 public:
  explicit Agreed(const std::string& id) : InstallationOfCases({id}) {
    run("check --no-resident --results r");
    run("accept --all --results r");
  }
};

TEST_CASE("a pair that always ends in the same way is what it is when run once, and says how often it ran") {
  const Agreed place("a");
  const Said said = place.run(kRepeat);
  CHECK(said.status == 0);
  CHECK(said.has("run 4 of 4"));
  CHECK(said.has("1 pair: 1 match"));
  CHECK(place.read("r/results.jsonl").find(R"("repetition":{"runs":4,"otherwise":0,"how":""})") !=
        std::string::npos);
}

TEST_CASE("a pair that raises now and then is flaky, and says how often and what it raised") {
  const InstallationOfCases place({"now_and_then"});  // every third time
  const Said said = place.run(kRepeat);
  CHECK(said.status == 1);
  CHECK(said.has("now_and_then make_fx cpu: flaky: 1 of 3 runs ended otherwise: raises TraceError"));
  CHECK(said.has("next: assay check now_and_then --methods make_fx --device cpu --repeat 10"));
  CHECK(said.has("1 pair: 1 flaky"));
  CHECK(said.has("\n  1 of 4 runs ended otherwise: raises TraceError"));
}

TEST_CASE("a pair that does not always capture the same graph is flaky, and the two can be compared") {
  const InstallationOfCases place({"drifts"});  // captures another graph from the second run on
  const Said said = place.run(kRepeat);
  CHECK(said.status == 1);
  CHECK(said.has("drifts make_fx cpu: flaky: 1 of 2 runs ended otherwise: captures another graph: "));
  const std::string files = "r/graphs/drifts/make_fx@cpu.json r/repeated/drifts/make_fx@cpu.other.json";
  CHECK(said.has("next: assay diff " + files));
  const Said difference = place.run("diff " + files);
  INFO(difference.text);
  CHECK(difference.has("aten.tanh.default"));
}

TEST_CASE("an expected failure that now and then does not come is flaky too") {
  const InstallationOfCases place({"now_and_then"});
  place.write("models/now_and_then.json",
              R"({"case": "now_and_then", "factory": "net.py:Net", "methods": ["make_fx"], "devices": ["cpu"],
                  "expect": {"make_fx": [{"outcome": "raises", "exception": "TraceError", "reason": "told to"}]}})");
  place.run("check --no-resident --results r");
  place.run("check --no-resident --results r");
  const Said said = place.run(kRepeat);
  INFO(said.text);
  CHECK(said.has("flaky: 1 of 2 runs ended otherwise: captured"));
}

TEST_CASE("a run that was stopped is gone on with where it was, and no pair runs more often than asked for") {
  const Agreed place("a");
  CHECK(place.run("check --no-resident --results r --repeat 2").has("run 2 of 2"));
  const Said said = place.run(kRepeat + " --resume");
  CHECK_FALSE(said.has("run 2 of 4"));
  CHECK(said.has("run 3 of 4"));
  CHECK(place.read("r/results.jsonl").find(R"("runs":4)") != std::string::npos);
  CHECK_FALSE(place.run(kRepeat + " --resume").has("run "));
}

/// `first` after another run, which raises.
PairResult raised_again(PairResult first) {
  const ScratchFolder scratch;
  Case test;
  const PlannedPair planned{first.pair, &test};
  Job job{.pair = first.pair, .request = {}};
  job.request.task = protocol::Capture{};
  const protocol::Ended ended{
      .ending = protocol::Ending::kRaised, .stage = Stage::kCapture, .exception = "E"};
  RunTerms terms;
  terms.results = scratch / "r";
  const ResultsFolder results(terms.results, OpenFor::kFresh);
  return repeated(std::move(first), planned, {job, ended, {}}, {.terms = terms, .results = results});
}

TEST_CASE("what is told of repetitions is replaced by every run, and what a pair explained besides stays") {
  PairResult first;
  first.outcome = Outcome::kCaptured;
  first.explanation = "its own\nsecond line\n";
  first = raised_again(first);
  CHECK(first.explanation == "1 of 2 runs ended otherwise: raises E\nits own\nsecond line\n");
  CHECK(raised_again(first).explanation == "2 of 3 runs ended otherwise: raises E\nits own\nsecond line\n");
  first.explanation = "another wording of the repetition\n";
  CHECK(raised_again(first).explanation ==
        "2 of 3 runs ended otherwise: raises E\nanother wording of the repetition\n");
}

}  // namespace assay::test
