// assay ops: runs operators like the zoo, judged by replay.
#include <catch2/catch.hpp>

#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/installation.h"

namespace assay::test {
namespace {

constexpr const char* kOps = "ops --no-resident --device cpu -j 1 --results r";

/// A worker whose PyTorch has two operators, and that captures both.
class InstallationOfOperators : public Installation {
 public:
  InstallationOfOperators() : Installation(R"(["make_fx"])") {
    write("r/operators.json", R"({"torch": "2.15.0", "operators": [
      {"name": "cos", "cpu": ["float32", "int64"], "cuda": []},
      {"name": "sin", "cpu": ["float32"], "cuda": ["float32"]}]})");
    captures(
        "graph forward\n%0 = input user \"0\" : f32[2]\n%1 = aten.relu.default(self=%0) : f32[2]\n"
        "output \"0\"=%1\n");
  }
  void captures(const std::string& graphs) const {
    gives("graph.json", write_graph_file(parse_text("case any\nmethod make_fx\ndevice cpu\ntorch 2.15.0\n"
                                                    "python 3.11.2\n" +
                                                    graphs)));
  }
};

TEST_CASE("operators that replay are green without a golden, and none is proposed") {
  const InstallationOfOperators place;
  const Said said = place.run(std::string(kOps) + " --methods make_fx");
  CHECK(said.status == 0);
  CHECK(said.has("3 cases, 3 pairs"));
  CHECK(said.has("3 pairs: 3 match"));
  CHECK(said.has("make_fx  cpu     2, 2 of 2  1, 1 of 1  -     -"));
  CHECK_FALSE(said.has("misses"));
  CHECK_FALSE(std::filesystem::exists(place.path() / "r/pending/op_db"));
}

TEST_CASE("an operator whose capture is empty is a miss, with its cause and the command that shows it") {
  const InstallationOfOperators place;
  place.captures("");
  const Said said = place.run(std::string(kOps) + " sin --methods make_fx");
  CHECK(said.status == 1);
  CHECK(said.has("make_fx  cpu     0, 0 of 1  -        -     -"));
  CHECK(said.has("misses: 1 cause\n  1 pair: raises UnreadableCapture: "));
  CHECK(said.has("next: assay ops sin --dtypes floating --methods make_fx --device cpu -v"));
  const Said of_version = place.run("--torch 2.15.0 " + std::string(kOps) + " sin --methods make_fx");
  CHECK(of_version.has("next: assay --torch 2.15.0 ops sin --dtypes floating --methods make_fx"));
}

TEST_CASE("an interrupted run's command names operators, classes and samples as they were asked for") {
  const InstallationOfOperators place;
  const Said said = place.run(std::string(kOps) + " sin --dtypes floating --all-samples --methods make_fx");
  CHECK(said.has("1 case, 1 pair"));
  CHECK(place.read("r/run.json")
            .find("assay ops sin --methods make_fx --device cpu --dtypes floating --all-samples") !=
        std::string::npos);
  CHECK(place.read("r/results.jsonl").find("op_db/sin/float32/all") != std::string::npos);
}

TEST_CASE("an operator and a class that there are not are refused, and what there is is listed") {
  const InstallationOfOperators place;
  CHECK(place.run(std::string(kOps) + " sinn").has("no operator 'sinn'; did you mean 'sin'?"));
  CHECK(place.run(std::string(kOps) + " --dtypes complicated").status == 2);
  CHECK(place.run(std::string(kOps) + " --list").text == "cos  float32  int64\nsin  float32\n");
}

}  // namespace
}  // namespace assay::test
