// Obsolete goldens: what no pair reads any more, and never what merely did not run.
#include "harness/golden_store/obsolete.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/spec/project.h"
#include "harness/testing/scratch_folder.h"

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

struct Goldens : ScratchFolder {

  /// A golden that `lines` hold for, the pairs that its file is named after when there are none.
  void add(const std::string& name, const std::string& verified = "2.15.0 3.11",
           std::string lines = "") const {
    const std::string stem = fs::path(name).stem().string();
    const std::size_t from = stem.find(".from-");
    if (lines.empty())
      lines = "holds " + stem.substr(0, from) +
              (from == std::string::npos ? "" : " from " + stem.substr(from + 6)) + " verified " + verified +
              "\n";
    write("golden/" + name, "golden 1\ncase seed/mlp\n" + lines + "\n" + kGraph + "end\n");
  }
  std::string listed(const std::vector<Case>& cases = {case_of("seed/mlp")}) const {
    return listed_below(root() / "golden", cases);
  }
};

TEST_CASE("a golden that a case, method and device may produce is kept, with its version files") {
  const Goldens goldens;
  CHECK(goldens.listed().empty());
  for (const char* name : {"make_fx@cpu.txt", "make_fx@cuda.txt", "aot@cpu.txt", "aot@cpu.from-2.14.txt"})
    goldens.add(std::string("seed/mlp/") + name);
  CHECK(goldens.listed().empty());
}

TEST_CASE("a case, a method or a device that is gone leaves its goldens obsolete") {
  const Goldens goldens;
  goldens.add("seed/gone/make_fx@cpu.txt");
  goldens.add("seed/mlp/dispatch@cpu.txt");
  goldens.add("seed/mlp/make_fy@cpu.txt");
  goldens.add("seed/mlp/make_fx@tpu.txt");
  goldens.add("seed/mlp/make_fx@cpu.txt");
  CHECK(goldens.listed() ==
        "seed/gone/make_fx@cpu.txt: no case 'seed/gone'\n"
        "seed/mlp/dispatch@cpu.txt: case 'seed/mlp' has no method dispatch\n"
        "seed/mlp/make_fx@tpu.txt: no device 'tpu'\n"
        "seed/mlp/make_fy@cpu.txt: no method 'make_fy'\n");
  Case cpu_only = case_of("seed/mlp");
  cpu_only.devices = {Device::kCuda};
  CHECK(goldens.listed({cpu_only}).find("make_fx@cpu.txt: case 'seed/mlp' has no device cpu\n") !=
        std::string::npos);
}

TEST_CASE("a pair that is expected to give no graph leaves its golden obsolete") {
  const Goldens goldens;
  goldens.add("seed/mlp/make_fx@cpu.txt");
  goldens.add("seed/mlp/aot@cpu.txt");
  CHECK(goldens.listed({failing(Outcome::kRaises, "")}) ==
        "seed/mlp/make_fx@cpu.txt: expected to end as raises: known\n");
}

TEST_CASE("a pair that is expected to run otherwise than eager keeps its golden: check tells its drift") {
  const Goldens goldens;
  goldens.add("seed/mlp/make_fx@cpu.txt");
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
  CHECK(listed_below(golden, cases) == "seed/linear_relu/aot@cpu.txt: expected to end as raises: known\n");
}

TEST_CASE("a failure on some versions only, or on the phantom only, keeps the golden") {
  const Goldens goldens;
  goldens.add("seed/mlp/make_fx@cuda.txt", "2.14.1 3.11, 2.15.0 3.11");
  CHECK(goldens.listed({failing(Outcome::kRaises, ">=2.15")}).empty());
  CHECK_FALSE(goldens.listed({failing(Outcome::kRaises, ">=2.14")}).empty());
  CHECK(goldens.listed({failing(Outcome::kRaises, "", ExpectDevice::kCudaPhantom)}).empty());
  CHECK_FALSE(goldens.listed({failing(Outcome::kRaises, "", ExpectDevice::kCuda)}).empty());
}

TEST_CASE(
    "a pair that a run found unsupported is obsolete, but not for the phantom's sake or another torch's") {
  const Goldens goldens;
  goldens.add("seed/mlp/make_fx@cuda.txt");
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
  goldens.write("golden/seed/mlp/make_fx@cpu.txt", "<<<<<<< ours\n");
  goldens.write("golden/seed/mlp/" + sha256_hex("x") + ".bin", "x");
  CHECK(goldens.listed({failing(Outcome::kRaises, "")}).empty());
}

TEST_CASE("a constant that no remaining golden has, and what a killed accept left, are obsolete") {
  const Goldens goldens;
  goldens.add("seed/mlp/make_fx@cpu.txt");
  const std::string name = "seed/mlp/" + sha256_hex("x") + ".bin";
  goldens.write("golden/" + name, "x");
  goldens.write("golden/seed/mlp/.assay-make_fx@cpu.txt-a1b2c3", "{");
  goldens.write("golden/README.md", "ours\n");
  CHECK(goldens.listed() ==
        "seed/mlp/.assay-make_fx@cpu.txt-a1b2c3: left behind by an accept that was killed\n" + name +
            ": no golden beside it has this constant\n");
}

TEST_CASE("a constant that a golden refers to is kept") {
  const Goldens goldens;
  const std::string bytes(5'000, 'c'), name = sha256_hex(bytes) + ".bin";
  goldens.write("golden/seed/mlp/" + name, bytes);
  goldens.write("golden/seed/mlp/make_fx@cpu.txt",
                "golden 1\ncase seed/mlp\nholds make_fx@cpu\n\ngraph f\n%0 = input constant \"c\" sha256(" +
                    sha256_hex(bytes) + ") : f32[1250]\noutput \"0\"=%0\nend\n");
  CHECK(goldens.listed().empty());
  CHECK(goldens.listed({case_of("seed/other")}).find(name) != std::string::npos);
}

TEST_CASE("goldens of FILE.py:CALLABLE are kept while the callable is there") {
  const Goldens goldens;
  goldens.add("my_model/build/make_fx@cpu.txt");
  CHECK_FALSE(goldens.listed().empty());
  goldens.write("my_model.py", "def build():\n    return 1\n");
  CHECK(goldens.listed().empty());
  goldens.write("my_model.py", "def rebuild():\n    return 1\n");
  CHECK_FALSE(goldens.listed().empty());
}

const std::string kShared =
    "holds aot@cpu\nholds dispatch@cpu\nholds make_fx@cpu verified 2.15.0 3.11\n"
    "holds make_fx@cpu from 2.16 verified 2.16.0 3.11\n";

TEST_CASE(
    "of a golden that several pairs share, those that are obsolete are named, and removed without the "
    "others") {
  const Goldens goldens;
  goldens.add("seed/mlp/aot@cpu.txt", "", kShared);
  CHECK(goldens.listed() == "seed/mlp/aot@cpu.txt: dispatch@cpu: case 'seed/mlp' has no method dispatch\n");
  CHECK(goldens.listed({failing(Outcome::kRaises, ">=2.16")}) ==
        "seed/mlp/aot@cpu.txt: dispatch@cpu: case 'seed/mlp' has no method dispatch\n"
        "seed/mlp/aot@cpu.txt: make_fx@cpu from 2.16: expected to end as raises: known\n");
  remove_obsolete(goldens / "golden",
                  obsolete_goldens(goldens / "golden", {failing(Outcome::kRaises, ">=2.16")}));
  CHECK(goldens.read("golden/seed/mlp/aot@cpu.txt") ==
        "golden 1\ncase seed/mlp\nholds aot@cpu\nholds make_fx@cpu verified 2.15.0 3.11\n\n" + kGraph +
            "end\n");
}

TEST_CASE("the file of several goldens that are all obsolete is named once, and removed") {
  const Goldens goldens;
  goldens.add("seed/gone/aot@cpu.txt", "", kShared);
  CHECK(goldens.listed() == "seed/gone/aot@cpu.txt: no case 'seed/gone'\n");
  remove_obsolete(goldens / "golden", obsolete_goldens(goldens / "golden", {case_of("seed/mlp")}));
  CHECK_FALSE(fs::exists(goldens / "golden/seed/gone"));
}

TEST_CASE("a JSON file of former times is listed as a text is") {
  const Goldens goldens;
  for (const char* method : {"make_fx", "dispatch"})
    goldens.write("golden/seed/mlp/" + std::string(method) + "@cpu.json",
                  write_graph_file(parse_text(kGraph)));
  CHECK(goldens.listed() == "seed/mlp/dispatch@cpu.json: case 'seed/mlp' has no method dispatch\n");
}

TEST_CASE("removing takes exactly what is listed and folders left empty") {
  const Goldens goldens;
  goldens.add("seed/gone/make_fx@cpu.txt");
  goldens.add("seed/mlp/make_fx@cpu.txt");
  const auto files = obsolete_goldens(goldens / "golden", {case_of("seed/mlp")});
  remove_obsolete(goldens / "golden", files);
  CHECK_FALSE(fs::exists(goldens / "golden/seed/gone"));
  CHECK(fs::exists(goldens / "golden/seed/mlp/make_fx@cpu.txt"));
  CHECK(goldens.listed().empty());
}

}  // namespace
}  // namespace assay
