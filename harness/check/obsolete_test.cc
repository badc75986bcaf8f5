// Obsolete goldens: those that no pair uses, and never those whose pair merely did not run.
#include "harness/check/obsolete.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/scratch_folder.h"
#include "harness/zoo/project.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

Case case_of(const std::string& id) {
  Case test;
  test.id = id;
  test.methods = {MethodId::kMakeFx, MethodId::kAot};
  test.devices = {Device::kCpu, Device::kCuda};
  return test;
}

Case failing(Outcome outcome, const std::string& torch, ExpectDevice device = ExpectDevice::kAny) {
  Case test = case_of("seed/mlp");
  Expectation expectation;
  expectation.outcome = outcome;
  expectation.reason = "known";
  expectation.device = device;
  if (!torch.empty()) expectation.torch = VersionRange::parse(torch).value();
  test.expect[MethodId::kMakeFx] = {expectation};
  return test;
}

const std::string kGraph = "graph f\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n";

std::string listed_below(const fs::path& golden, const std::vector<Case>& cases) {
  std::string text;
  for (ObsoleteGolden& each : obsolete_goldens(golden, cases)) {
    each.file = each.file.lexically_relative(golden);
    text += to_string(each) + "\n";
  }
  return text;
}

/// A pair, perhaps from a version on, and its verified versions.
struct Line {
  std::string pair, verified = "2.15.0 3.11";
};

struct Goldens : ScratchFolder {
  /// Writes the file of a case whose goldens share one graph.
  void add(const std::string& id, const std::vector<Line>& lines) const {
    std::string text = "golden 2\ncase " + id + "\n";
    for (const auto& [pair, verified] : lines)
      text += "holds " + pair + (pair == lines[0].pair ? "" : " as " + lines[0].pair) + " verified " +
              verified + "\n";
    write("golden/" + id + ".txt", text + "\ngraphs " + lines[0].pair + "\n" + kGraph + "end\n");
  }
  std::string listed(const std::vector<Case>& cases = {case_of("seed/mlp")}) const {
    return listed_below(root() / "golden", cases);
  }
};

TEST_CASE("a golden that a case, method and device may produce is kept, of each version") {
  const Goldens goldens;
  CHECK(goldens.listed().empty());
  goldens.add("seed/mlp", {{"make_fx@cpu"}, {"make_fx@cuda"}, {"aot@cpu"}, {"aot@cpu from 2.14"}});
  CHECK(goldens.listed().empty());
}

TEST_CASE("a case, a method or a device that is gone leaves its goldens obsolete") {
  const Goldens goldens;
  goldens.add("seed/gone", {{"make_fx@cpu"}});
  goldens.add("seed/mlp",
              {{"dispatch@cpu"}, {"make_fx@cpu"}, {"make_fx@cuda"}, {"make_fx@tpu"}, {"make_fy@cpu"}});
  CHECK(goldens.listed() ==
        "seed/gone.txt: no case 'seed/gone'\n"
        "seed/mlp.txt: dispatch@cpu: case 'seed/mlp' has no method dispatch\n"
        "seed/mlp.txt: make_fx@tpu: no device 'tpu'\n"
        "seed/mlp.txt: make_fy@cpu: no method 'make_fy'\n");
  Case cuda_only = case_of("seed/mlp");
  cuda_only.devices = {Device::kCuda};
  CHECK(goldens.listed({cuda_only}).find("make_fx@cpu: case 'seed/mlp' has no device cpu\n") !=
        std::string::npos);
}

TEST_CASE("a pair that is expected to give no graph leaves its golden obsolete") {
  const Goldens goldens;
  goldens.add("seed/mlp", {{"aot@cpu"}, {"make_fx@cpu"}});
  CHECK(goldens.listed({failing(Outcome::kRaises, "")}) ==
        "seed/mlp.txt: make_fx@cpu: expected to end as raises: known\n");
}

TEST_CASE("a pair that is expected to run otherwise than eager keeps its golden: check tells its drift") {
  const Goldens goldens;
  goldens.add("seed/mlp", {{"aot@cpu"}, {"make_fx@cpu"}});
  for (const Outcome outcome : {Outcome::kGuarded, Outcome::kDiverges, Outcome::kReplayFails}) {
    INFO(to_string(outcome));
    CHECK(goldens.listed({failing(outcome, "")}).empty());
  }
}

TEST_CASE("no golden of this repository is obsolete, until one of its pairs is expected to give no graph") {
  const fs::path golden = fs::path(ASSAY_SOURCE_DIR) / "golden";
  std::vector<Case> cases = all_cases({ASSAY_SOURCE_DIR});
  CHECK(listed_below(golden, cases).empty());
  const auto linear_relu =
      std::ranges::find_if(cases, [](const Case& each) { return each.id == "seed/linear_relu"; });
  REQUIRE(linear_relu != cases.end());
  linear_relu->expect[MethodId::kAot] = failing(Outcome::kRaises, "").expect[MethodId::kMakeFx];
  CHECK(listed_below(golden, cases) ==
        "seed/linear_relu.txt: aot@cpu: expected to end as raises: known\n"
        "seed/linear_relu.txt: aot@cuda: expected to end as raises: known\n");
}

TEST_CASE("a failure on some versions only, or on the phantom only, keeps the golden") {
  const Goldens goldens;
  goldens.add("seed/mlp", {{"make_fx@cuda", "2.14.1 3.11, 2.15.0 3.11"}});
  CHECK(goldens.listed({failing(Outcome::kRaises, ">=2.15")}).empty());
  CHECK_FALSE(goldens.listed({failing(Outcome::kRaises, ">=2.14")}).empty());
  CHECK(goldens.listed({failing(Outcome::kRaises, "", ExpectDevice::kCudaPhantom)}).empty());
  CHECK_FALSE(goldens.listed({failing(Outcome::kRaises, "", ExpectDevice::kCuda)}).empty());
}

TEST_CASE(
    "a pair that a run found unsupported is obsolete, but not for the phantom's sake or another torch's") {
  const Goldens goldens;
  goldens.add("seed/mlp", {{"make_fx@cuda"}});
  PairResult record;
  record.pair = {"seed/mlp", MethodId::kMakeFx, Device::kCuda};
  record.outcome = Outcome::kUnsupported;
  record.reason = "nothing requires grad";
  record.torch = "2.15.0+cu130";
  const auto listed = [&] { return obsolete_goldens(goldens / "golden", {case_of("seed/mlp")}, {record}); };
  REQUIRE(listed().size() == 1);
  CHECK(listed()[0].why == "unsupported: nothing requires grad");
  record.phantom = "sm_90";
  CHECK(listed().empty());
  record.phantom.clear();
  record.torch = "2.14.1";
  CHECK(listed().empty());
}

TEST_CASE("a golden with conflict markers is kept, and so are the constants beside it") {
  const Goldens goldens;
  goldens.write("golden/seed/mlp.txt", "golden 2\n<<<<<<< ours\n");
  goldens.write("golden/seed/" + sha256_hex("x") + ".bin", "x");
  CHECK(goldens.listed({failing(Outcome::kRaises, "")}).empty());
}

TEST_CASE("a constant that no remaining golden has, and what a killed accept left, are obsolete") {
  const Goldens goldens;
  goldens.add("seed/mlp", {{"make_fx@cpu"}});
  const std::string name = "seed/" + sha256_hex("x") + ".bin";
  goldens.write("golden/" + name, "x");
  goldens.write("golden/seed/.assay-mlp.txt-a1b2c3", "{");
  goldens.write("golden/README.txt", "ours\n");
  CHECK(goldens.listed() == "seed/.assay-mlp.txt-a1b2c3: left behind by an accept that was killed\n" + name +
                                ": no golden beside it has this constant\n");
}

TEST_CASE("a constant that a golden refers to is kept") {
  const Goldens goldens;
  const std::string bytes(5'000, 'c'), name = sha256_hex(bytes) + ".bin";
  goldens.write("golden/seed/" + name, bytes);
  goldens.write("golden/seed/mlp.txt",
                "golden 2\ncase seed/mlp\nholds make_fx@cpu\n\ngraphs make_fx@cpu\ngraph f\n%0 = input "
                "constant \"c\" sha256(" +
                    sha256_hex(bytes) + ") : f32[1250]\noutput \"0\"=%0\nend\n");
  CHECK(goldens.listed().empty());
  CHECK(goldens.listed({case_of("seed/other")}).find(name) != std::string::npos);
}

TEST_CASE("goldens of FILE.py:CALLABLE are kept while the callable is there") {
  const Goldens goldens;
  goldens.add("my_model/build", {{"make_fx@cpu"}});
  CHECK_FALSE(goldens.listed().empty());
  goldens.write("my_model.py", "def build():\n    return 1\n");
  CHECK(goldens.listed().empty());
  goldens.write("my_model.py", "def rebuild():\n    return 1\n");
  CHECK_FALSE(goldens.listed().empty());
}

const std::vector<Line> kShared{
    {"aot@cpu"}, {"dispatch@cpu"}, {"make_fx@cpu"}, {"make_fx@cpu from 2.16", "2.16.0 3.11"}};

TEST_CASE("of the goldens of a case those that are obsolete are named, and removed without the others") {
  const Goldens goldens;
  goldens.add("seed/mlp", kShared);
  CHECK(goldens.listed() == "seed/mlp.txt: dispatch@cpu: case 'seed/mlp' has no method dispatch\n");
  CHECK(goldens.listed({failing(Outcome::kRaises, ">=2.16")}) ==
        "seed/mlp.txt: dispatch@cpu: case 'seed/mlp' has no method dispatch\n"
        "seed/mlp.txt: make_fx@cpu from 2.16: expected to end as raises: known\n");
  remove_obsolete(goldens / "golden",
                  obsolete_goldens(goldens / "golden", {failing(Outcome::kRaises, ">=2.16")}));
  CHECK(goldens.read("golden/seed/mlp.txt") ==
        "golden 2\ncase seed/mlp\nholds aot@cpu verified 2.15.0 3.11\n"
        "holds make_fx@cpu as aot@cpu verified 2.15.0 3.11\n\ngraphs aot@cpu\n" +
            kGraph + "end\n");
}

TEST_CASE("the file of several goldens that are all obsolete is named once, and removed") {
  const Goldens goldens;
  goldens.add("gone/net", kShared);
  CHECK(goldens.listed() == "gone/net.txt: no case 'gone/net'\n");
  remove_obsolete(goldens / "golden", obsolete_goldens(goldens / "golden", {case_of("seed/mlp")}));
  CHECK_FALSE(fs::exists(goldens / "golden/gone"));
}

TEST_CASE("a file of one pair, as they were before, is obsolete") {
  const Goldens goldens;
  goldens.write("golden/seed/mlp/make_fx@cpu.txt",
                "golden 1\ncase seed/mlp\nholds make_fx@cpu\n\n" + kGraph + "end\n");
  CHECK(goldens.listed() == "seed/mlp/make_fx@cpu.txt: one file a pair is not read any more\n");
}

TEST_CASE("removing takes exactly what is listed and folders left empty") {
  const Goldens goldens;
  goldens.add("gone/net", {{"make_fx@cpu"}});
  goldens.add("seed/mlp", {{"make_fx@cpu"}});
  const auto files = obsolete_goldens(goldens / "golden", {case_of("seed/mlp")});
  remove_obsolete(goldens / "golden", files);
  CHECK_FALSE(fs::exists(goldens / "golden/gone"));
  CHECK(fs::exists(goldens / "golden/seed/mlp.txt"));
  CHECK(goldens.listed().empty());
}

}  // namespace
}  // namespace assay
