// CaseGoldens: which goldens share a file, what it is called, and which holds where two files have one.
#include "harness/golden_store/case_goldens.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCase = "seed/mlp";
const std::string kFolder = "golden/seed/mlp/";
const PairId kAotCpu{kCase, MethodId::kAot, Device::kCpu}, kAotCuda{kCase, MethodId::kAot, Device::kCuda},
    kFxCpu{kCase, MethodId::kMakeFx, Device::kCpu}, kFxCuda{kCase, MethodId::kMakeFx, Device::kCuda};

/// One operator on the pair's device.
GraphFile capture(const PairId& pair, const std::string& op) {
  const std::string device(to_string(pair.device));
  GraphFile file = parse_text("graph f\n%0 = input user \"0\" : f32[2] " + device + "\n%1 = " + op +
                              "(self=%0) : f32[2] " + device + "\noutput \"0\"=%1\n");
  file.header.case_id = kCase;
  file.header.method = to_string(pair.method);
  file.header.device = device;
  file.header.torch = "2.15.0";
  file.header.python = "3.11.2";
  return file;
}

std::string text(const std::string& holds, const std::string& op) {
  return "golden 1\ncase seed/mlp\n" + holds + "\ngraph f\n%0 = input user \"0\" : f32[2]\n%1 = " + op +
         "(self=%0) : f32[2]\noutput \"0\"=%1\nend\n";
}

struct Place : ScratchFolder {
  GoldenStore store{root() / "golden"};

  void accept(const PairId& pair, const std::string& op) const { accept(pair, capture(pair, op)); }
  void accept(const PairId& pair, const GraphFile& file) const {
    store.accept(pair, write("pending/p.json", write_graph_file(file)));
  }
  void write_json(const PairId& pair, const std::string& op) const {
    GraphFile file = capture(pair, op);
    file.header.verified = {{"2.15.0", "3.11", {}}};
    write(kFolder + pair_name(pair) + ".json", write_graph_file(file));
  }
  CaseGoldens goldens() const { return {root() / "golden", kCase}; }
  /// The operator that `pair` holds, or the message of why it cannot be read.
  std::string held(const PairId& pair) const {
    try {
      return to_string(goldens().load({pair_name(pair)}).graphs()->graphs.at(0).nodes.at(1).target);
    } catch (const InputError& error) {
      return hide(error.what());
    }
  }
  /// "aot@cpu.txt: aot@cpu aot@cuda" per file, in order of name.
  std::string files() const {
    std::vector<std::string> lines;
    for (const auto& entry : fs::directory_iterator(root() / kFolder)) {
      lines.push_back(entry.path().filename().string() + ":");
      if (entry.path().extension() != ".txt") continue;
      for (const GoldenPair& pair : read_golden_text(read_file(entry.path()).value_or(""), "").pairs)
        lines.back() += " " + name_of(pair);
    }
    std::ranges::sort(lines);
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  }
};

TEST_CASE("pairs whose graphs are equal but for method and device share one file, named after the first") {
  const Place place;
  for (const PairId& pair : {kFxCuda, kFxCpu, kAotCuda}) place.accept(pair, "relu");
  place.accept(kAotCpu, "silu");
  CHECK(place.files() == "aot@cpu.txt: aot@cpu\naot@cuda.txt: aot@cuda make_fx@cpu make_fx@cuda\n");
  CHECK(place.read(kFolder + "aot@cuda.txt") ==
        text("holds aot@cuda verified 2.15.0 3.11\nholds make_fx@cpu verified 2.15.0 3.11\n"
             "holds make_fx@cuda verified 2.15.0 3.11\n",
             "relu"));
  for (const PairId& pair : {kFxCuda, kFxCpu, kAotCuda}) {
    CHECK(place.store.judge(pair, capture(pair, "relu"), {}).verdict == Verdict::kMatch);
    CHECK(place.store.judge(pair, capture(pair, "silu"), {}).verdict == Verdict::kDiffers);
  }
}

TEST_CASE("a graph that is on the CPU in part is not the CPU's graph, nor the GPU's") {
  const Place place;
  place.accept(kFxCpu, "relu");
  place.accept(kAotCuda, "relu");
  GraphFile mixed = capture(kFxCuda, "relu");
  std::get<TensorMeta>(mixed.graphs[0].nodes[0].outputs[0].data).device = DevicePlace{Name("cpu")};
  place.accept(kFxCuda, mixed);
  CHECK(place.files() == "aot@cuda.txt: aot@cuda make_fx@cpu\nmake_fx@cuda.txt: make_fx@cuda\n");
  CHECK(place.store.judge(kFxCuda, mixed, {}).verdict == Verdict::kMatch);
  CHECK(place.store.judge(kFxCuda, capture(kFxCuda, "relu"), {}).verdict == Verdict::kDiffers);
}

TEST_CASE("the first that leaves a file takes its own name, the others go on under the next one's") {
  const Place place;
  for (const PairId& pair : {kAotCpu, kAotCuda, kFxCpu}) place.accept(pair, "relu");
  place.accept(kAotCpu, "tanh");
  CHECK(place.files() == "aot@cpu.txt: aot@cpu\naot@cuda.txt: aot@cuda make_fx@cpu\n");
  place.accept(kAotCpu, "relu");
  CHECK(place.files() == "aot@cpu.txt: aot@cpu aot@cuda make_fx@cpu\n");
}

TEST_CASE("the files follow from the goldens, not from the order of accepting") {
  std::vector<std::pair<PairId, std::string>> accepted{
      {kAotCpu, "relu"}, {kAotCuda, "tanh"}, {kFxCpu, "tanh"}, {kFxCuda, "relu"}};
  do {
    const Place place;
    for (const auto& [pair, op] : accepted) place.accept(pair, op == "relu" ? "tanh" : "relu");
    for (const auto& [pair, op] : accepted) place.accept(pair, op);
    CHECK(place.files() == "aot@cpu.txt: aot@cpu make_fx@cuda\naot@cuda.txt: aot@cuda make_fx@cpu\n");
  } while (std::next_permutation(accepted.begin(), accepted.end()));
}

TEST_CASE(
    "of two files with one golden, the one named after it holds, else the first, the next accept leaves "
    "one") {
  const Place place;
  place.write(kFolder + "make_fx@cpu.txt", text("holds make_fx@cpu\nholds make_fx@cuda\n", "tanh"));
  place.write(kFolder + "aot@cpu.txt",
              text("holds aot@cpu\nholds make_fx@cpu\nholds make_fx@cuda\n", "relu"));
  CHECK(place.held(kFxCpu) == "tanh");
  CHECK(place.held(kFxCuda) == "relu");
  place.accept(kAotCpu, "silu");
  CHECK(place.files() ==
        "aot@cpu.txt: aot@cpu\nmake_fx@cpu.txt: make_fx@cpu\nmake_fx@cuda.txt: make_fx@cuda\n");
  CHECK(place.held(kFxCpu) == "tanh");
  CHECK(place.held(kFxCuda) == "relu");
}

TEST_CASE("a file that is named after none of its goldens is refused") {
  const Place place;
  place.write(kFolder + "aot@cpu.txt", text("holds make_fx@cpu\n", "relu"));
  CHECK(message_of<InputError>(place, [&] { place.goldens(); }) ==
        "SCRATCH/golden/seed/mlp/aot@cpu.txt: a golden that is named after none of its pairs\n"
        "  expected: make_fx@cpu.txt\n  found: aot@cpu.txt\n"
        "  next: git mv SCRATCH/golden/seed/mlp/aot@cpu.txt SCRATCH/golden/seed/mlp/make_fx@cpu.txt");
}

TEST_CASE(
    "where a body cannot be read its pairs are broken, the others are not, and replacing one leaves the "
    "rest") {
  const Place place;
  place.write(kFolder + "aot@cpu.txt", text("holds aot@cpu\nholds make_fx@cpu\n", "relu\n<<<<<<< ours\n"));
  place.write(kFolder + "aot@cuda.txt", text("holds aot@cuda\n", "relu"));
  CHECK(place.store.judge(kFxCpu, capture(kFxCpu, "relu"), {}).verdict == Verdict::kBrokenGolden);
  CHECK(place.store.judge(kAotCuda, capture(kAotCuda, "relu"), {}).verdict == Verdict::kMatch);
  place.store.accept(kFxCpu, place.write("pending/p.json", write_graph_file(capture(kFxCpu, "relu"))),
                     WhereBroken::kReplace);
  CHECK(place.held(kFxCpu) == "relu");
  CHECK(place.held(kAotCpu).find("merge conflict marker") != std::string::npos);
}

TEST_CASE(
    "a JSON golden of former times is judged as it was, and the next accept of its pair makes it a text") {
  const Place place;
  place.write_json(kAotCpu, "relu");
  place.write_json(kFxCpu, "relu");
  CHECK(place.store.judge(kFxCpu, capture(kFxCpu, "relu"), {}).verdict == Verdict::kMatch);
  CHECK(place.store.judge(kFxCpu, capture(kFxCpu, "silu"), {}).verdict == Verdict::kDiffers);
  place.accept(kFxCpu, "relu");
  CHECK(place.files() == "aot@cpu.json:\nmake_fx@cpu.txt: make_fx@cpu\n");
}

TEST_CASE("a text holds before the JSON file of the same golden, which the next rewrite removes") {
  const Place place;
  place.accept(kFxCpu, "relu");
  place.write_json(kFxCpu, "tanh");
  CHECK(place.held(kFxCpu) == "relu");
  CHECK(place.store.rewrite_old() == 1);
  CHECK(place.held(kFxCpu) == "relu");
  CHECK(place.files() == "make_fx@cpu.txt: make_fx@cpu\n");
}

TEST_CASE("JSON goldens become texts with their versions, shared as if they had been accepted so") {
  const Place place, accepted;
  for (const PairId& pair : {kAotCpu, kAotCuda, kFxCpu}) {
    place.write_json(pair, pair == kAotCuda ? "tanh" : "relu");
    accepted.accept(pair, pair == kAotCuda ? "tanh" : "relu");
  }
  CHECK(place.store.rewrite_old() == 3);
  CHECK(place.files() == "aot@cpu.txt: aot@cpu make_fx@cpu\naot@cuda.txt: aot@cuda\n");
  for (const char* name : {"aot@cpu.txt", "aot@cuda.txt"})
    CHECK(place.read(kFolder + name) == accepted.read(kFolder + name));
  CHECK(place.store.rewrite_old() == 0);
}

}  // namespace
}  // namespace assay
