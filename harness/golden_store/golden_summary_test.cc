// GoldenSummary: what goldens above the limit keep, and what a mismatch names.
#include "harness/golden_store/golden_summary.h"

#include <fstream>
#include <set>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/golden_store/golden_body.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/random_graph.h"
#include "harness/testing/scratch_folder.h"
#include "harness/testing/scratch_variable.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

const PairId kPair{"seed/large", MethodId::kMakeFx, Device::kCpu};
const std::string kGolden = "golden/seed/large/make_fx@cpu.txt";

/// `blocks` of linear and relu one after the other, each a module with a weight.
GraphFile blocks(std::size_t count) {
  std::string text = "graph forward\n%0 = input user \"0\" : f32[2,2]\n";
  std::size_t last = 0, next = 1;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string name = "layer" + std::to_string(k);
    const auto node = [&](const std::string& rest) {
      text += "%" + std::to_string(next++) + " = " + rest + "\n";
      return std::to_string(next - 1);
    };
    const std::string weight = node("input parameter \"" + name + ".weight\" : f32[2,2]");
    const std::string mm =
        node("aten.mm.default(self=%" + std::to_string(last) + ", mat2=%" + weight + ") : f32[2,2]");
    node("aten.relu.default(self=%" + mm + ") : f32[2,2]");
    last = next - 1;
  }
  GraphFile file = parse_text(text + "output \"0\"=%" + std::to_string(last) + "\n");
  file.header.case_id = kPair.case_id;
  file.header.method = "make_fx";
  file.header.device = "cpu";
  file.header.torch = "2.15.0";
  file.header.python = "3.11.2";
  return file;
}

GoldenSummary summary_of(const GraphFile& file) { return golden_summary(file, arguments_of(file)).value(); }

/// "KIND OP in MODULE: LEFT -> RIGHT" per entry, digests left out.
std::string told(const DiffResult& result) {
  std::string text = result.equal ? "equal\n" : "";
  for (const DiffEntry& entry : result.entries) {
    const auto cut = [](const std::string& side) { return side.substr(0, side.find(", sha256")); };
    text += std::string(to_string(entry.kind)) + " " + entry.op +
            (entry.module.empty() ? "" : " in " + entry.module) + ": " + cut(entry.left) + " -> " +
            cut(entry.right) + "\n";
  }
  return text;
}

std::string compared(const GraphFile& left, const GraphFile& right, Level level = Level::kExact) {
  const GoldenSummary agreed = summary_of(left);
  return told(diff_summaries(agreed, golden_summary(right, agreed.arguments).value(), level));
}

void set_op(GraphFile& file, NodeId id, const char* op) {
  file.graphs[0].nodes.at(id).target.name = Name(op);
}

TEST_CASE("a changed operator names its module and the operators whose number changed") {
  GraphFile right = blocks(4);
  set_op(right, 6, "aten.tanh.default");
  CHECK(compared(blocks(4), blocks(4)) == "equal\n");
  CHECK(compared(blocks(4), right) ==
        "target module in layer1: 3 nodes, 3 edges -> 3 nodes, 3 edges\n"
        "target aten.relu.default: 4 times -> 3 times\ntarget aten.tanh.default: 0 times -> 1 times\n");
}

TEST_CASE("a changed stride names its module alone, at the level that sees it") {
  GraphFile right = blocks(4);
  std::get<TensorMeta>(right.graphs[0].nodes.at(5).outputs[0].data).stride =
      std::vector<Dim>{{1, {}}, {2, {}}};
  CHECK(compared(blocks(4), right) == "stride module in layer1: 3 nodes, 3 edges -> 3 nodes, 3 edges\n");
  CHECK(compared(blocks(4), right, Level::kShapes) == "equal\n");
}

TEST_CASE("layers that change places are edges between modules") {
  GraphFile right = blocks(3);
  for (NodeId id = 0; id < right.graphs[0].nodes.size(); ++id) {
    Node& node = right.graphs[0].nodes[id];
    if (id == 1) node.name = Name("layer1.weight");
    if (id == 4) node.name = Name("layer0.weight");
  }
  CHECK(compared(blocks(3), right).find("module") != std::string::npos);
}

TEST_CASE("what agrees in every module and is wired otherwise between them differs all the same") {
  const auto wired = [](const std::string& result) {
    return parse_text(
        "graph f\n%0 = input user \"0\" : f32[2]\n"
        "%1 = aten.relu(self=%0) : f32[2] at(module=\"a\")\n%2 = aten.neg(self=%1) : f32[2] "
        "at(module=\"a\")\n"
        "%3 = aten.neg(self=%2) : f32[2] at(module=\"a\")\n%4 = aten.abs(self=%" +
        result + ") : f32[2] at(module=\"b\")\noutput \"0\"=%3, \"1\"=%4\n");
  };
  CHECK(compared(wired("2"), wired("3")) ==
        "rewired edges between modules: 6 nodes, 6 edges -> 6 nodes, 6 edges\n");
}

TEST_CASE("a missing layer is told as missing, and counted") {
  const DiffResult result = diff_summaries(summary_of(blocks(5)), summary_of(blocks(4)), Level::kExact);
  CHECK(told(result) ==
        "target module: 2 nodes, 1 edges -> 2 nodes, 1 edges\n"
        "missing module in layer4: 3 nodes, 3 edges -> \n"
        "target aten.mm.default: 5 times -> 4 times\ntarget aten.relu.default: 5 times -> 4 times\n"
        "target input parameter: 5 times -> 4 times\n");
  CHECK(result.nodes.missing == 3);
  CHECK(result.nodes.matched + result.nodes.changed == 14);
}

TEST_CASE("the file reads back as it was written, and bad ones are refused with file and line") {
  const std::string text = write_golden_summary(summary_of(blocks(2)));
  CHECK(write_golden_summary(read_golden_summary(text, "g.json")) == text);
  CHECK(is_golden_summary(text));
  CHECK_FALSE(is_golden_summary(write_graph_file(blocks(2))));
  const ScratchFolder scratch;
  const auto message = [&](std::string bad) {
    return message_of<InputError>(scratch, [&] { read_golden_summary(std::move(bad), "g.json"); });
  };
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string bad = text;
    return bad.replace(bad.find(from), from.size(), to);
  };
  CHECK(message(replaced("\"assay_summary\": 1", "\"assay_summary\": 2"))
            .starts_with("g.json:1: assay_summary: a summary of another version"));
  CHECK(message(replaced("\"nodes\"", "\"nodez\"")).starts_with("g.json:2: nodez"));
  CHECK(message(replaced("\n \"nodes\"", "\n<<<<<<< ours\n \"nodes\""))
            .starts_with("g.json:2: merge conflict marker"));
  CHECK(message(text.substr(0, text.size() / 2)) != "no error");
}

TEST_CASE("above the limit a golden is a summary that matches its capture in any order, and no other") {
  const ScratchFolder scratch;
  const ScratchVariable ci("CI", std::nullopt);
  const GoldenStore store(scratch / "golden");
  const auto accept = [&](const GraphFile& file) {
    store.accept(kPair, scratch.write("pending/p.json", write_graph_file(file)));
  };
  GraphFile large = random_graph(kSummaryAbove, 1), small = blocks(3);
  large.header = small.header;
  accept(small);
  CHECK_FALSE(GoldenBody::load(scratch / kGolden).is_summary());
  GraphFile largest_graph = random_graph(kSummaryAbove - 1, 1);  // and its output node
  largest_graph.header = small.header;
  accept(largest_graph);
  CHECK_FALSE(GoldenBody::load(scratch / kGolden).is_summary());
  accept(large);
  CHECK(GoldenBody::load(scratch / kGolden).is_summary());
  CHECK(scratch.read(kGolden).size() < write_graph_file(large).size() / 4);
  CHECK(store.judge(kPair, reordered(large, 7), {}).verdict == Verdict::kMatch);
  GraphFile later = reordered(large, 8);
  later.header.torch = "2.16.0";
  CHECK(store.judge(kPair, later, {}).not_yet_verified);
  accept(later);
  CHECK_FALSE(store.judge(kPair, later, {}).not_yet_verified);
  set_op(large, 100, "aten.edited.default");
  const GoldenStore::Judgement judgement = store.judge(kPair, large, {});
  CHECK(judgement.verdict == Verdict::kDiffers);
  CHECK(told(*judgement.diff).find("target aten.edited.default: 0 times -> 1 times") != std::string::npos);
  CHECK(
      scratch.hide(full_diff_command(kPair, judgement.golden, "pending/my model.json")) ==
      "git worktree add ../agreed $(git log -1 --format=%H -- SCRATCH/" + kGolden +
          ") && assay capture seed/large --method make_fx --device cpu --project ../agreed -o agreed.json && "
          "assay diff agreed.json 'pending/my model.json'");
}

TEST_CASE("a large graph whose dead code has no canonical text is kept node by node") {
  std::string text = "graph forward\n";
  std::size_t next = 0;
  for (int k = 0; k < 40; ++k) text += "%" + std::to_string(next++) + " = zeros() : f32[2]\n";
  for (int a = 0; a < 40; ++a)
    for (int b = 0; b < 40; ++b)
      if (a != b)
        text += "%" + std::to_string(next++) + " = bin(self=%" + std::to_string(a) + ", other=%" +
                std::to_string(b) + ") : f32[2]\n";
  const GraphFile symmetric = parse_text(text + "output\n");
  CHECK(size_of(symmetric).nodes > kSummaryAbove);
  CHECK_FALSE(GoldenBody::of(symmetric).is_summary());
  CHECK(GoldenBody::of(random_graph(kSummaryAbove, 1)).is_summary());
  const DiffResult result = GoldenBody::of(random_graph(kSummaryAbove, 1)).compare(symmetric, {});
  CHECK_FALSE(result.equal);
  CHECK(told(result) ==
        "undecided graph: a summary of 201 nodes -> symmetric dead code, which has no canonical text\n");
}

TEST_CASE("a summary of former times, a file of its own with a header, is read and becomes a text") {
  const ScratchFolder scratch;
  const ScratchVariable ci("CI", std::nullopt);
  const GoldenStore store(scratch / "golden");
  const GraphFile file = blocks(2);
  const std::string text = write_golden_summary(summary_of(file)), version = "{\"assay_summary\": 1,";
  REQUIRE(text.starts_with(version));
  scratch.write(
      "golden/seed/large/make_fx@cpu.json",
      version +
          R"( "case": "seed/large", "method": "make_fx", "device": "cpu", "phantom": "sm_90", "fake": true,)"
          R"( "verified": [{"torch": "2.15.0", "python": "3.11", "packages": {"timm": "1.0"}}],)" +
          text.substr(version.size()));
  CHECK(store.judge(kPair, file, {}).verdict == Verdict::kMatch);
  CHECK(store.rewrite_old() == 1);
  CHECK(scratch.read(kGolden) ==
        "golden 1\ncase seed/large\nholds make_fx@cpu phantom sm_90 fake verified 2.15.0 3.11 timm=1.0\n\n" +
            text + "end\n");
  CHECK(store.judge(kPair, file, {}).verdict == Verdict::kMatch);
}

TEST_CASE("a summary with conflict markers is new, with file and line") {
  const ScratchFolder scratch;
  const std::string text = write_golden_summary(summary_of(blocks(2)));
  const std::size_t end = text.find('\n') + 1;
  scratch.write(kGolden, "golden 1\ncase seed/large\nholds make_fx@cpu\n\n" + text.substr(0, end) +
                             "<<<<<<< ours\n" + text.substr(end) + "end\n");
  const auto judgement = GoldenStore(scratch / "golden").judge(kPair, blocks(2), {});
  CHECK(judgement.verdict == Verdict::kNew);
  CHECK(scratch.hide(judgement.why_new)
            .starts_with("the golden cannot be read: SCRATCH/" + kGolden + ":6: merge conflict marker"));
}

TEST_CASE("the schema has the keys that are written, and the reader knows no others") {
  const auto schema = nlohmann::json::parse(
      std::ifstream(ASSAY_SOURCE_DIR "/harness/golden_store/golden_summary.schema.json"));
  const auto written = nlohmann::json::parse(write_golden_summary(summary_of(blocks(1))));
  const auto keys = [](const nlohmann::json& object) {
    std::set<std::string> names;
    for (const auto& [key, item] : object.items()) names.insert(key);
    return names;
  };
  const auto properties = [&](const char* name) { return keys(schema["$defs"][name]["properties"]); };
  CHECK(keys(schema["properties"]) == keys(written));
  CHECK(properties("digests") == keys(written["sha256"]));
  CHECK(properties("graph") == keys(written["graphs"][0]));
  CHECK(properties("module") == keys(written["graphs"][0]["modules"][0]));
  CHECK(properties("arguments") == keys(written["arguments"]["aten.mm.default"]));
}

}  // namespace
}  // namespace assay
