// CaseGoldens: pairs that share graphs, the names of these graphs, and the effect of unreadable parts.
#include "harness/golden_store/case_goldens.h"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCase = "seed/mlp";
const std::string kFile = "golden/seed/mlp.txt";
const PairId kAotCpu{kCase, MethodId::kAot, Device::kCpu}, kAotCuda{kCase, MethodId::kAot, Device::kCuda},
    kFxCpu{kCase, MethodId::kMakeFx, Device::kCpu}, kFxCuda{kCase, MethodId::kMakeFx, Device::kCuda};

/// A capture with a single operator, on the pair's device.
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

/// The graphs `name`, with a single operator.
std::string graphs(const std::string& name, const std::string& op) {
  return "\ngraphs " + name + "\ngraph f\n%0 = input user \"0\" : f32[2]\n%1 = " + op +
         "(self=%0) : f32[2]\noutput \"0\"=%1\nend\n";
}
const std::string kHead = "golden 2\ncase seed/mlp\n";

struct Place : ScratchFolder {
  GoldenStore store{root() / "golden"};

  void accept(const PairId& pair, const std::string& op) const { accept(pair, capture(pair, op)); }
  void accept(const PairId& pair, const GraphFile& file) const {
    store.accept(pair, write("pending/p.json", write_graph_file(file)));
  }
  CaseGoldens goldens() const { return {root() / "golden", kCase}; }
  Verdict verdict(const PairId& pair, const std::string& op) const {
    return store.judge(pair, capture(pair, op), {}).verdict;
  }
  /// "aot@cpu: aot@cpu aot@cuda" for each of the graphs, in order.
  std::string shared() const {
    const GoldenText golden = read_golden_text(read(kFile), "");
    std::string all;
    for (const auto& [name, graphs] : golden.graphs) {
      all += name + ":";
      for (const GoldenPair& pair : golden.pairs)
        if (&graphs_as_written(golden, pair) == &graphs) all += " " + name_of(pair);
      all += "\n";
    }
    return all;
  }
};

TEST_CASE("pairs whose graphs are equal but for method and device share them, under the name of the first") {
  const Place place;
  for (const PairId& pair : {kFxCuda, kFxCpu, kAotCuda}) place.accept(pair, "relu");
  place.accept(kAotCpu, "silu");
  CHECK(place.read(kFile) == kHead +
                                 "holds aot@cpu verified 2.15.0 3.11\nholds aot@cuda verified 2.15.0 3.11\n"
                                 "holds make_fx@cpu as aot@cuda verified 2.15.0 3.11\n"
                                 "holds make_fx@cuda as aot@cuda verified 2.15.0 3.11\n" +
                                 graphs("aot@cpu", "silu") + graphs("aot@cuda", "relu"));
  for (const PairId& pair : {kFxCuda, kFxCpu, kAotCuda}) {
    CHECK(place.verdict(pair, "relu") == Verdict::kMatch);
    CHECK(place.verdict(pair, "silu") == Verdict::kDiffers);
  }
}

TEST_CASE("a graph that is on the CPU in part is not the CPU's graph, nor the GPU's") {
  const Place place;
  place.accept(kFxCpu, "relu");
  place.accept(kAotCuda, "relu");
  GraphFile mixed = capture(kFxCuda, "relu");
  std::get<TensorMeta>(mixed.graphs[0].nodes[0].outputs[0].data).device = DevicePlace{Name("cpu")};
  place.accept(kFxCuda, mixed);
  CHECK(place.shared() == "aot@cuda: aot@cuda make_fx@cpu\nmake_fx@cuda: make_fx@cuda\n");
  CHECK(place.store.judge(kFxCuda, mixed, {}).verdict == Verdict::kMatch);
  CHECK(place.verdict(kFxCuda, "relu") == Verdict::kDiffers);
}

TEST_CASE("where the first that has graphs leaves them, they have the name of the next") {
  const Place place;
  for (const PairId& pair : {kAotCpu, kAotCuda, kFxCpu}) place.accept(pair, "relu");
  place.accept(kAotCpu, "tanh");
  CHECK(place.shared() == "aot@cpu: aot@cpu\naot@cuda: aot@cuda make_fx@cpu\n");
  place.accept(kAotCpu, "relu");
  CHECK(place.shared() == "aot@cpu: aot@cpu aot@cuda make_fx@cpu\n");
}

TEST_CASE("the file follows from the goldens, not from the order of accepting") {
  std::vector<std::pair<PairId, std::string>> accepted{
      {kAotCpu, "relu"}, {kAotCuda, "tanh"}, {kFxCpu, "tanh"}, {kFxCuda, "relu"}};
  std::set<std::string> files;
  do {
    const Place place;
    for (const auto& [pair, op] : accepted) place.accept(pair, op == "relu" ? "tanh" : "relu");
    for (const auto& [pair, op] : accepted) place.accept(pair, op);
    CHECK(place.shared() == "aot@cpu: aot@cpu make_fx@cuda\naot@cuda: aot@cuda make_fx@cpu\n");
    files.insert(place.read(kFile));
  } while (std::next_permutation(accepted.begin(), accepted.end()));
  CHECK(files.size() == 1);
}

TEST_CASE(
    "where graphs cannot be read their pairs are broken, the others are not, and replacing one leaves the "
    "rest") {
  const Place place;
  place.write(kFile, kHead + "holds aot@cpu\nholds aot@cuda\nholds make_fx@cpu as aot@cpu\n" +
                         graphs("aot@cpu", "relu\n<<<<<<< ours\n") + graphs("aot@cuda", "relu"));
  CHECK(place.verdict(kFxCpu, "relu") == Verdict::kBrokenGolden);
  CHECK(place.verdict(kAotCuda, "relu") == Verdict::kMatch);
  place.store.accept(kFxCpu, place.write("pending/p.json", write_graph_file(capture(kFxCpu, "relu"))),
                     WhereBroken::kReplace);
  CHECK(place.verdict(kFxCpu, "relu") == Verdict::kMatch);
  CHECK(place.verdict(kAotCuda, "relu") == Verdict::kMatch);
  CHECK(place.store.judge(kAotCpu, capture(kAotCpu, "relu"), {}).why.find("merge conflict marker") !=
        std::string::npos);
}

TEST_CASE("a case without a golden has no file") {
  const Place place;
  place.accept(kAotCpu, "relu");
  CaseGoldens goldens = place.goldens();
  goldens.drop({pair_name(kAotCpu)});
  goldens.write();
  CHECK_FALSE(fs::exists(place / kFile));
  CHECK(place.goldens().all().empty());
}

TEST_CASE(
    "what a capture is compared with is its own pair's golden of its version, unless another is named") {
  const Place place;
  const auto accept = [&](const std::string& op, const std::string& torch) {
    GraphFile file = capture(kFxCpu, op);
    file.header.torch = torch;
    place.accept(kFxCpu, file);
  };
  place.accept(kAotCpu, "silu");
  accept("relu", "2.13.0");
  accept("tanh", "2.14.0");
  const auto agreed = [&](const std::string& torch, const std::string& pair = "") {
    Header found = capture(kFxCpu, "relu").header;
    found.torch = torch;
    return to_string(load_agreed(place / kFile, found, pair).graphs()->graphs.at(0).nodes.at(1).target);
  };
  CHECK(agreed("2.13.0") == "relu");
  CHECK(agreed("2.15.0") == "tanh");
  CHECK(agreed("2.13.0", "make_fx@cpu") == "relu");
  CHECK(agreed("2.13.0", "make_fx@cpu.from-2.14") == "tanh");
  CHECK(agreed("2.15.0", "make_fx@cpu.from-2.13") == "relu");
  CHECK(agreed("2.15.0", "aot@cpu") == "silu");
}

}  // namespace
}  // namespace assay
