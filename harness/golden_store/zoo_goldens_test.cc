// Every golden of the zoo guards its graph: itself it matches, and one changed operator, constant or shape it
// does not. So does its canonical text, which a summary is made of.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include <catch2/catch.hpp>

#include "harness/diff/diff.h"
#include "harness/golden_store/golden_body.h"
#include "harness/graph/json.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> goldens() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(ASSAY_SOURCE_DIR) / "golden")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  return files;
}

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

// The first op from the middle on that can be changed so; false when there is none.
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
  const std::vector<fs::path> files = goldens();
  REQUIRE(files.size() > 400);
  std::size_t changed = 0;
  for (const fs::path& file : files) {
    INFO(file.string());
    if (GoldenBody::load(file).is_summary()) continue;  // holds no nodes to change
    const GraphFile golden = load_graph_file(file);
    CHECK(equal(golden, load_graph_file(file)));
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
  CHECK(changed > 2 * files.size());
}

}  // namespace
}  // namespace assay
