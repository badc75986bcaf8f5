// assay report: a page and a text from earlier results, without running anything.
#include <catch2/catch.hpp>

#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/results/results_folder.h"
#include "harness/testing/installation.h"

namespace assay::test {
namespace {

/// Results of two checks: `b` was captured in the first and fails in the second.
class ReportPlace : public Installation {
 public:
  ReportPlace() : Installation(R"(["make_fx"])") {
    leave("before", "2.14.1", Outcome::kCaptured);
    leave("after", "2.15.0", Outcome::kRaises);
  }
  void leave(const std::string& folder, const std::string& torch, Outcome of_b) const {
    ResultsFolder results(path() / folder, OpenFor::kFresh);
    for (const char* id : {"a", "b"}) {
      PairResult record;
      record.pair = {id, MethodId::kMakeFx, Device::kCpu};
      record.family = "letters";
      record.torch = torch;
      record.outcome = id == std::string("b") ? of_b : Outcome::kCaptured;
      record.verdict = agrees(record.outcome) ? Verdict::kMatch : Verdict::kUnexpectedFailure;
      if (!agrees(record.outcome)) record.exception = "ValueError", record.message = "no such size";
      record.next = "assay check b";
      if (agrees(record.outcome)) {
        record.graph = std::string("graphs/") + id + ".json";
        write(
            folder + "/" + record.graph,
            write_graph_file(parse_text("graph forward\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n")));
      }
      results.append(record);
    }
  }
  void set_up_parts() const {
    write("build/report/parts/libraries.json",
          R"([{"name": "Tables", "version": "2", "licence": "MIT", "script": "0.js", "style": ""}])");
    write("build/report/parts/0.js", "tables();");
  }
};

TEST_CASE("without a page to write a report is text on stdout: verdicts, failures and capabilities") {
  const Said said = ReportPlace().run("report --results after");
  CHECK(said.status == 0);
  CHECK(said.has("# Overview"));
  CHECK(said.has("ValueError: no such size"));
  CHECK(said.has("# Capabilities"));
  CHECK_FALSE(said.has("# Drift"));
}

TEST_CASE("a page and its text are written side by side, and the command says where") {
  const ReportPlace place;
  place.set_up_parts();
  const Said said = place.run("report --results after --html out/page.html");
  CHECK(said.text == "report: out/page.html, as text: out/page.txt\n");
  const std::string html = place.read("out/page.html");
  CHECK_THAT(html, Catch::Contains("tables();") && Catch::Contains("ValueError: no such size"));
  CHECK_THAT(place.read("out/page.txt"), Catch::Contains("ValueError: no such size"));
}

TEST_CASE("views of an earlier report beside the page go, and what else lies there stays") {
  const ReportPlace place;
  place.set_up_parts();
  place.write("out/page.files/7.js", "assayDetail();");
  CHECK(place.run("report --results after --html out/page.html").status == 0);
  CHECK_FALSE(std::filesystem::exists(place.path() / "out/page.files"));
  for (const char* other : {"mine.js", "7.html", "7a.js"})
    place.write(std::string("out/page.files/") + other, "mine");
  CHECK(place.run("report --results after --html out/page.html").status == 0);
  for (const char* other : {"mine.js", "7.html", "7a.js"})
    CHECK(place.read(std::string("out/page.files/") + other) == "mine");
}

TEST_CASE(
    "the twin, without the libraries that draw nothing is written, and the command says what sets them up") {
  const ReportPlace place;
  const Said said = place.run("report --results after --html out/page.html");
  CHECK(said.status == 3);
  CHECK(said.has("a part of the page is missing"));
  CHECK(said.has("next: ci/report.sh\n"));
  CHECK(place.read("out/page.html").empty());
}

TEST_CASE("a baseline tells what changed since, and the same run beside itself that nothing did") {
  const ReportPlace place;
  CHECK(place.run("report --results after --baseline before")
            .has("newly failing: b make_fx cpu: raises ValueError, was captured"));
  CHECK(place.run("report --results after --baseline after").has("2 same, 0 changed, 0 newly failing"));
}

TEST_CASE("a folder of a matrix is the newest version's run, with the drift between neighbours") {
  const ReportPlace place;
  place.leave("m/2.14.1", "2.14.1", Outcome::kCaptured);
  place.leave("m/2.15.0", "2.15.0", Outcome::kRaises);
  const Said said = place.run("report --results m");
  CHECK(said.has("torch 2.14.1: green: 2 match"));
  CHECK(said.has("torch 2.15.0: not green: 1 match, 1 unexpected_failure"));
  CHECK(said.has("2.14.1 to 2.15.0: 1 same, 0 changed, 1 newly failing"));
}

TEST_CASE("a folder without results, a baseline or a bench that is none: exit 2, and what to type") {
  const ReportPlace place;
  for (const char* wrong :
       {"--results nowhere", "--results after --baseline nowhere", "--results after --bench nowhere"}) {
    INFO(wrong);
    const Said said = place.run(std::string("report ") + wrong);
    CHECK(said.status == 2);
    CHECK(said.has("next: assay "));
  }
}

}  // namespace
}  // namespace assay::test
