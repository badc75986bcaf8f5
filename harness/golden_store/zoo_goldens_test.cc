// Every golden of the zoo protects its graph: it matches itself, and differs after a change of one operator,
// constant or shape. So does its canonical text, the base of summaries.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "harness/diff/diff.h"
#include "harness/golden_store/canonical_text.h"
#include "harness/golden_store/golden_body.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/every_golden.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

bool change_operator(Node& node) {
  node.target.name = Name(node.target.name.str() + "_of_another_kind");
  return true;
}

bool change_constant(Node& node) {
  for (Argument& argument : node.args) {
    if (auto* number = std::get_if<std::int64_t>(&argument.value.data)) return *number += 1, true;
    if (auto* number = std::get_if<double>(&argument.value.data))
      return *number = std::isfinite(*number) ? *number + 0.5 : 0.5, true;
    if (auto* flag = std::get_if<bool>(&argument.value.data)) return *flag = !*flag, true;
  }
  return false;
}

bool change_shape(Node& node) {
  for (Output& output : node.outputs) {
    auto* tensor = std::get_if<TensorMeta>(&output.data);
    if (tensor != nullptr && !tensor->shape.empty())
      return tensor->shape.back() = Dim{tensor->shape.back().number + 1, Name()}, true;
  }
  return false;
}

// Changes the first op from the middle on that `edit` can change. False if there is none.
bool change(GraphFile& file, bool (*edit)(Node&)) {
  std::vector<Node>& nodes = file.graphs[0].nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Node& node = nodes[(i + nodes.size() / 2) % nodes.size()];
    if (node.kind == NodeKind::kOp && edit(node)) return true;
  }
  return false;
}

TEST_CASE(
    "every golden of the zoo equals itself, and differs after one change to an operator, a constant or a "
    "shape") {
  const std::vector<ZooGolden> goldens = every_golden();
  REQUIRE(goldens.size() > 400);
  std::size_t changed = 0;
  for (const auto& [name, golden] : goldens) {
    INFO(name);
    CHECK(equal(golden, GraphFile(golden)));
    const KnownArguments known = arguments_of(golden);
    const auto text = canonical_text(golden, Level::kExact, known);
    REQUIRE(text);
    for (const auto edit : {change_operator, change_constant, change_shape}) {
      GraphFile other = golden;
      if (!change(other, edit)) continue;
      ++changed;
      const DiffResult result = diff(golden, other);
      CHECK_FALSE(result.equal);
      CHECK_FALSE(result.entries.empty());
      CHECK(canonical_text(other, Level::kExact, known) != text);
    }
  }
  CHECK(changed > 2 * goldens.size());
}

TEST_CASE("every golden of the zoo is the same graph in JSON, in text and in the file of a golden") {
  std::size_t same = 0;
  for (const auto& [name, golden] : every_golden()) {
    INFO(name);
    const std::string json = write_graph_file(golden);
    REQUIRE(write_graph_file(parse_text(print_text(golden))) == json);
    const std::string body = golden_body_of(golden.graphs, golden.header.device);
    const GoldenText alone{
        "c", {{.method = "m", .device = golden.header.device}}, {{"m@" + golden.header.device, {body}}}};
    REQUIRE(write_graph_file({golden.header, graphs_of(alone, alone.pairs[0], name).graphs}) == json);
    ++same;
  }
  CHECK(same > 400);
}

const fs::path kGoldens = fs::path(ASSAY_SOURCE_DIR) / "golden";

std::uintmax_t bytes_below(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += entry.file_size();
  return bytes;
}

bool small_enough(const fs::path& folder) { return bytes_below(folder) < kMostGoldenBytes; }

TEST_CASE("all goldens of the zoo together stay below 26 MB, and one file more of that size does not") {
  CHECK(bytes_below(kGoldens) > 1'000'000);
  CHECK(small_enough(kGoldens));
  const ScratchFolder scratch;
  scratch.write("golden/a.txt", std::string(100, '0'));
  CHECK(small_enough(scratch.root()));
  const fs::path large = scratch.write("golden/b/constant.bin", "");
  fs::resize_file(large, kMostGoldenBytes - 100);  // sparse: takes no space
  CHECK_FALSE(small_enough(scratch.root()));
}

// Real models have some 27 pairs each and drive the growth of the zoo, so a pair must cost little.
TEST_CASE("every file of the zoo reads back as it is written, and a summary has 2 kB at most on average") {
  std::size_t pairs = 0, bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kGoldens)) {
    if (entry.path().extension() != ".txt") continue;
    INFO(entry.path());
    const std::string text = read_file(entry.path()).value_or("");
    const GoldenText golden = read_golden_text(text, entry.path().string());
    REQUIRE(write_golden_text(golden) == text);
    for (const GoldenPair& pair : golden.pairs) {
      const std::string& told = graphs_as_written(golden, pair).text;
      if (!is_golden_summary(told)) continue;
      const GoldenBody body = GoldenBody::of(golden, pair, entry.path());
      REQUIRE(body.text(pair.device) == told);
      REQUIRE(body.digests(name_of(pair), told) == pair.sha256);
      ++pairs, bytes += write_golden_text(alone(golden, pair)).size();
    }
  }
  CHECK(pairs > 1000);
  CHECK(bytes < 2000 * pairs);
}

}  // namespace
}  // namespace assay
