// Writes results folders for the browser tests (ci/browser_test.py), which run `assay report` on them: a run
// with a difference and hostile names, a run of another version, benches, and a run of the full tier's size.
// Selected by its tag, with the folder in ASSAY_FOLDER.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/bench/growth.h"
#include "harness/bench/samples.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/results/results_folder.h"
#include "reports/page/report_sample.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

/// A hostile text. Case ids cannot contain it, but exceptions and modules can.
constexpr const char* kHostileText = "<img src=x onerror=document.title=1>'&</script>";

/// The position of the activation in a graph.
std::string place_of(const PairId& pair) {
  return pair.case_id == "seed/marked_up" ? kHostileText : "net.py:14";
}

std::string graph_of(const PairId& pair, const std::string& torch, const std::string& activation) {
  GraphFile file = parse_text(fmt::format(R"(graph forward
%0 = input parameter "0.weight" : f32[5,5]
%1 = input user "0" : f32[3,5]
%2 = aten.t.default(self=%0) alias(0:self) : f32[5,5]{{1,5}}
%3 = aten.mm.default(self=%1, mat2=%2) : f32[3,5]
%4 = aten.{}.default(self=%3) : f32[3,5] at(module="act", source="{}")
%5 = aten.neg.default(self=%4) : f32[3,5]
output "0"=%5
)",
                                          activation, place_of(pair)));
  file.header.case_id = pair.case_id;
  file.header.method = to_string(pair.method);
  file.header.device = to_string(pair.device);
  file.header.torch = torch;
  file.header.python = "3.11.2";
  return write_graph_file(file);
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

/// A run: a captured pair by each method, a pair that differs from its golden, a pair that raises, and a
/// hostile pair.
class Run {
 public:
  Run(const fs::path& root, const std::string& torch)
      : root_(root), torch_(torch), results_(root / torch, OpenFor::kFresh) {}

  void captured(const std::string& id, MethodId method, const std::string& activation) {
    append(record_of(id, method, Device::kCpu, Verdict::kMatch), activation);
  }
  void differs(const std::string& id, const std::string& agreed, const std::string& found) {
    PairResult record = record_of(id, MethodId::kMakeFx, Device::kCpu, Verdict::kDiffers);
    write(root_ / "agreed.json", graph_of(record.pair, torch_, agreed));
    const fs::path golden = GoldenStore(root_ / "golden").accept(record.pair, root_ / "agreed.json");
    record.golden_root = (root_ / "golden").string();
    record.golden = golden.string();
    record.pending = "pending/" + id + ".json";
    record.explanation = "nodes: 6 matched, 0 missing, 0 extra, 1 changed";
    record.next = "assay diff GOLDEN PENDING";
    write(root_ / torch_ / record.pending, graph_of(record.pair, torch_, found));
    append(std::move(record), found);
  }
  void raises(const std::string& id, const std::string& reason) {
    results_.append(raising(id, MethodId::kSymbolicTrace, reason));
  }

 private:
  void append(PairResult record, const std::string& activation) {
    record.torch = torch_;
    record.graph = fmt::format("graphs/{}/{}@cpu.json", record.pair.case_id, to_string(record.pair.method));
    write(root_ / torch_ / record.graph, graph_of(record.pair, torch_, activation));
    results_.append(record);
  }

  fs::path root_;
  std::string torch_;
  ResultsFolder results_;
};

void write_versions(const fs::path& root) {
  for (const char* torch : {"2.14.1", "2.15.0"}) {
    Run run(root, torch);
    for (const Method& method : all_methods())
      run.captured("basic/mlp", method.id, torch == std::string("2.14.1") ? "relu" : "gelu");
    run.differs("seed/net", "tanh", "relu");
    run.differs("seed/marked_up", "exp", "log");
    run.raises("seed/branch", "branches on a value");
    run.raises("seed/hostile", kHostileText);
  }
}

bench::Sample sample_of(const std::string& id, MethodId method, std::uint64_t repetition, double seconds) {
  bench::Sample sample{.pair = {id, method, Device::kCpu},
                       .family = id.substr(0, id.find('/')),
                       .repetition = repetition,
                       .nodes = 12};
  sample.measured.emplace();
  sample.measured->eager.cpu_seconds = sample.measured->eager_forward.cpu_seconds = 0.01;
  for (CaptureSpent* capture : {&sample.measured->cold, &sample.measured->warm}) {
    capture->whole.cpu_seconds = seconds * (1 + 0.02 * static_cast<double>(repetition % 3));
    capture->yardstick.cpu_seconds = 0.5;
  }
  return sample;
}

void write_benches(const fs::path& root) {
  bench::SamplesFolder bench(root / "bench", bench::Opened::kFresh),
      scaling(root / "scaling", bench::Opened::kFresh);
  for (const MethodId method : {MethodId::kMakeFx, MethodId::kAotJoint, MethodId::kDynamo}) {
    for (std::uint64_t repetition = 0; repetition < 8; ++repetition)
      for (const char* id : {"timm/a", "torchvision/b"})
        bench.append(sample_of(id, method, repetition, 0.2 + 0.1 * static_cast<int>(method)));
    for (const std::uint64_t size : {10U, 20U, 50U, 100U, 200U, 500U, 1000U})
      for (const std::uint64_t repetition : {1U, 2U, 3U})
        scaling.append(sample_of(bench::scaling_case("plain", size), method, repetition,
                                 0.05 + 0.001 * static_cast<double>(size)));
  }
}

/// As many pairs, families and reasons as the full tier. Graphs are not read.
void write_full(const fs::path& root) {
  ResultsFolder results(root / "full", OpenFor::kFresh);
  for (int number = 0; number < 649; ++number) {
    const std::string id = fmt::format("family{}/model_with_a_name_{}", number % 24, number);
    for (const Method& method : all_methods())
      for (const Device device : {Device::kCpu, Device::kCuda}) {
        PairResult record = record_of(id, method.id, device, Verdict::kMatch);
        if (number % 9 == 0 && method.id == MethodId::kSymbolicTrace)
          record = raising(id, method.id, fmt::format("cause {} of this family", number % 40));
        record.pair.device = device;
        results.append(record);
      }
  }
}

TEST_CASE("results for the tests in a browser", "[.results]") {
  REQUIRE(std::getenv("ASSAY_FOLDER") != nullptr);
  const fs::path root(std::getenv("ASSAY_FOLDER"));
  unsetenv("CI");  // lets Assay write the test's own golden
  write_versions(root / "matrix");
  write_benches(root);
  write_full(root);
}

}  // namespace
}  // namespace assay
