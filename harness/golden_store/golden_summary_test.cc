// GoldenSummary: the content of goldens above the limit, and the names in a mismatch.
#include "harness/golden_store/golden_summary.h"

#include <fstream>
#include <set>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/golden_store/golden_body.h"
#include "harness/golden_store/golden_store.h"
#include "harness/golden_store/usual_arguments.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/random_graph.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

const PairId kLargePair{"seed/large", MethodId::kMakeFx, Device::kCpu};
const std::string kSummaryFile = "golden/seed/large.txt";

/// `blocks` of linear and relu in a row, each a module with a weight.
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
  file.header.case_id = kLargePair.case_id;
  file.header.method = "make_fx";
  file.header.device = "cpu";
  file.header.torch = "2.15.0";
  file.header.python = "3.11.2";
  return file;
}

/// Blocks whose text has exactly `bytes` bytes.
GraphFile of_size(std::size_t bytes) {
  GraphFile file = blocks(40);
  const std::size_t size = golden_body_of(file.graphs, file.header.device).size();
  file.graphs[0].nodes.at(0).name = Name(std::string(bytes + 1 - size, '0'));
  REQUIRE(golden_body_of(file.graphs, file.header.device).size() == bytes);
  return file;
}

GraphFile large() { return of_size(kSummaryAbove + 1); }

GoldenSummary summary_of(const GraphFile& file) { return golden_summary(file).value(); }

/// "KIND OP in MODULE: LEFT -> RIGHT" per entry, without digests.
std::string told(const DiffResult& result) {
  std::string text = result.equal ? "equal\n" : "";
  for (const DiffEntry& entry : result.entries) {
    const auto cut = [](const std::string& side) { return side.substr(0, side.find(", sha256")); };
    text += std::string(to_string(entry.kind)) + " " + subject_text(entry) +
            (entry.module.empty() ? "" : " in " + entry.module) + ": " + cut(entry.left) + " -> " +
            cut(entry.right) + "\n";
  }
  return text;
}

std::string compared(const GraphFile& left, const GraphFile& right, Level level = Level::kExact) {
  const GoldenSummary agreed = summary_of(left);
  return told(diff_summaries(agreed, golden_summary_beside(agreed, right).value(), right, level));
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

TEST_CASE("a changed shape or constant names its module alone") {
  GraphFile right = blocks(4);
  std::get<TensorMeta>(right.graphs[0].nodes.at(5).outputs[0].data).shape.back() = Dim{3, {}};
  CHECK(compared(blocks(4), right) == "shape module in layer1: 3 nodes, 3 edges -> 3 nodes, 3 edges\n");
  CHECK(compared(blocks(4), right, Level::kStructure) == "equal\n");
}

TEST_CASE("a changed stride is told of the graph, at the level that sees it") {
  GraphFile right = blocks(4);
  std::get<TensorMeta>(right.graphs[0].nodes.at(5).outputs[0].data).stride =
      std::vector<Dim>{{1, {}}, {2, {}}};
  CHECK(compared(blocks(4), right) == "stride graph: 14 nodes, 13 edges -> 14 nodes, 13 edges\n");
  CHECK(compared(blocks(4), right, Level::kShapes) == "equal\n");
  const DiffResult result = diff_summaries(summary_of(blocks(4)), summary_of(right), right, Level::kExact);
  CHECK(result.nodes.matched == 0);
  CHECK(result.nodes.changed == 14);
  CHECK(result.edges.matched == 13);
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
  const GoldenSummary agreed = summary_of(blocks(5));
  const DiffResult result =
      diff_summaries(agreed, golden_summary_beside(agreed, blocks(4)).value(), blocks(4), Level::kExact);
  CHECK(told(result) ==
        "target module: 2 nodes, 1 edges -> 2 nodes, 1 edges\n"
        "missing module in layer4: 3 nodes, 3 edges -> \n"
        "target aten.mm.default: 5 times -> 4 times\ntarget aten.relu.default: 5 times -> 4 times\n"
        "target input parameter: 5 times -> 4 times\n");
  CHECK(result.nodes.missing == 3);
  CHECK(result.nodes.matched + result.nodes.changed == 14);
}

/// An addition in each of `modules`.
GraphFile additions(const std::vector<std::string>& modules) {
  std::string text = "graph f\n%0 = input user \"0\" : f32[2]\n";
  for (std::size_t k = 0; k < modules.size(); ++k)
    text += fmt::format("%{} = aten.add.Tensor(self=%{}, other=%0, alpha=1) : f32[2] at(module=\"{}\")\n",
                        k + 1, k, modules[k]);
  return parse_text(text + "output \"0\"=%" + std::to_string(modules.size()) + "\n");
}

/// The first nodes that differ, a line per module, for a golden that was written and read.
std::string first_told(const GraphFile& left, const GraphFile& right, bool links = true) {
  GoldenSummary agreed = read_golden_summary(write_golden_summary(summary_of(left)), "g.txt");
  for (ModuleSummary& module : agreed.graphs.at(0).modules)
    if (!links) module.links.clear();
  std::string text;
  for (const DiffEntry& entry :
       diff_summaries(agreed, golden_summary_beside(agreed, right).value(), right, Level::kExact).entries)
    if (!entry.first.empty()) text += entry.module + ": " + entry.first + "\n";
  return text;
}

const std::vector<std::string> kThirty(30, "m");

TEST_CASE("of a module that differs the first nodes that do are told, to a twelfth of them") {
  GraphFile right = additions(kThirty);
  set_op(right, 20, "aten.sub.Tensor");
  CHECK(first_told(additions(kThirty), additions(kThirty)).empty());
  CHECK(first_told(additions(kThirty), right) ==
        "m: nodes 18 to 20 of 30, now: %18 = aten.add.Tensor(self=%17, other=%0, alpha=1) : f32[2]; "
        "%19 = aten.add.Tensor(self=%18, other=%0, alpha=1) : f32[2]; "
        "%20 = aten.sub.Tensor(self=%19, other=%0, alpha=1) : f32[2]\n");
  CHECK(first_told(additions(kThirty), right, false).empty());  // as in goldens of an earlier Assay
}

TEST_CASE("of a module with twelve nodes or fewer the very node is told, also where it is new or gone") {
  const std::vector<std::string> seven(7, "m"), eight(8, "m");
  GraphFile right = additions(seven);
  set_op(right, 3, "aten.sub.Tensor");
  CHECK(first_told(additions(seven), right) ==
        "m: node 3 of 7, now: %3 = aten.sub.Tensor(self=%2, other=%0, alpha=1) : f32[2]\n");
  CHECK(first_told(additions(seven), additions(eight)) ==
        "m: node 8 of 7, now: %8 = aten.add.Tensor(self=%7, other=%0, alpha=1) : f32[2]\n");
  CHECK(first_told(additions(eight), additions(seven)) == "m: node 8 of 8, now: none\n");
}

TEST_CASE("modules that differ are told in the order in which they run, not that of their names") {
  const std::vector<std::string> in_order{"z", "a", "z", "a"};
  GraphFile right = additions(in_order);
  set_op(right, 1, "aten.sub.Tensor"), set_op(right, 2, "aten.sub.Tensor");
  const std::string text = first_told(additions(in_order), right);
  CHECK(text.find("z: node 1 of 2") < text.find("a: node 1 of 2"));
  CHECK(text.find("a: node 1 of 2") != std::string::npos);
}

std::string modules_told(const GraphFile& file) {
  std::string text;
  const GoldenSummary summary = summary_of(file);
  for (const ModuleSummary& module : summary.graphs.at(0).modules)
    text += (text.empty() ? "'" : ", '") + module.module + "' " + std::to_string(module.nodes);
  return text;
}

TEST_CASE("modules are told as far down as there are at most ten of them") {
  CHECK(modules_told(additions({"a.0.x", "a.0.y", "b"})) == "'' 2, 'a.0.x' 1, 'a.0.y' 1, 'b' 1");
  std::vector<std::string> deep{"a", "a.0", "a.1.y", "b.c.d"}, wide;
  for (int k = 0; k < 10; ++k) deep.push_back("a.1.z" + std::to_string(k)), wide.push_back("m" + deep.back());
  CHECK(modules_told(additions(deep)) == "'' 2, 'a' 1, 'a.0' 1, 'a.1' 11, 'b.c' 1");
  CHECK(modules_told(additions({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"})) == "'' 12");
}

TEST_CASE("a capture is told by the modules of its golden, even where by itself it would be told by others") {
  const std::vector<std::string> few{"a.0", "a.1", "b"};
  std::vector<std::string> many = few;
  for (int k = 0; k < 10; ++k) many.push_back("b." + std::to_string(k));
  CHECK(modules_told(additions(many)) == "'' 2, 'a' 2, 'b' 11");
  CHECK(compared(additions(few), additions(many)) ==
        "target module: 2 nodes, 1 edges -> 2 nodes, 1 edges\n"
        "rewired module in b: 1 nodes, 2 edges -> 11 nodes, 22 edges\n"
        "target aten.add.Tensor: 3 times -> 13 times\n");
  CHECK(compared(additions(few), additions({"a.0", "a.1", "b", "c.d"})) ==
        "target module: 2 nodes, 1 edges -> 2 nodes, 1 edges\n"
        "extra module in c:  -> 1 nodes, 2 edges\n"
        "target aten.add.Tensor: 3 times -> 4 times\n");
}

TEST_CASE("an argument that a later version adds is no difference while it is defaulted, and one else") {
  const auto calls = [](const std::string& arguments) {
    return parse_text("graph f\n%0 = input user \"0\" : f32[2]\n%1 = aten.relu.default(self=%0" + arguments +
                      ") : f32[2]\n%2 = lib.own.default(x=%1" + arguments + ") : f32[2]\noutput \"0\"=%2\n");
  };
  const GraphFile later = calls(", mode?=1"), used = calls(", mode=2");
  const auto read_back = [](const GraphFile& file) {
    GoldenSummary agreed = summary_of(file);
    agreed.arguments = read_golden_summary(write_golden_summary(agreed), "g.txt").arguments;
    return agreed;
  };
  const auto equal_beside = [](const GoldenSummary& agreed, const GraphFile& file) {
    return diff_summaries(agreed, golden_summary_beside(agreed, file).value(), file, Level::kExact).equal;
  };
  const GoldenSummary before = read_back(calls("")), after = read_back(later);
  CHECK(equal_beside(before, later));
  CHECK(equal_beside(after, calls("")));
  CHECK_FALSE(equal_beside(before, used));
  CHECK_FALSE(equal_beside(after, used));
}

const std::string kBody =
    "{\"assay_summary\":2,\n"
    "\"graphs\":[\n"
    "{\"graph\":\"f\",\n"
    "\"modules\":{\n"
    "\"\":[2,1,\"0123abcd\"],\n"
    "\"layer.0\":[4,5,\"4567abcd\",\"0a1b2c3d\"]},\n"
    "\"operators\":{\n"
    "\"\":{\n"
    "\"fn:torch.nn.functional.relu\":1,\n"
    "\"input user\":1,\n"
    "\"output\":1},\n"
    "\"aten\":{\n"
    "\"add.Tensor\":1,\n"
    "\"relu\":2}}}],\n"
    "\"arguments\":{\n"
    "\"aten.relu.default\":[\"self\",[\"inplace\",\"False\"]],\n"
    "\"fn:torch.nn.functional.relu\":[\"input\"]}}\n";

TEST_CASE("a body has a line per module and operator, and arguments that are not the usual ones") {
  const GoldenSummary summary = read_golden_summary(kBody, "g.txt");
  CHECK(write_golden_summary(summary) == kBody);
  CHECK(size_of(summary).nodes == 6);
  CHECK(size_of(summary).edges == 6);
  CHECK(summary.graphs[0].operators == std::map<std::string, std::size_t>{{"aten.add.Tensor", 1},
                                                                          {"aten.relu.default", 2},
                                                                          {"fn:torch.nn.functional.relu", 1},
                                                                          {"input user", 1},
                                                                          {"output", 1}});
  CHECK(summary.arguments.at("aten.add.Tensor") == usual_arguments().at("aten.add.Tensor"));
  CHECK(summary.arguments.at("aten.relu.default").names == std::vector<std::string>{"self", "inplace"});
  CHECK(summary.arguments.size() == 3);
}

TEST_CASE("a summary that is read knows all arguments of its graphs") {
  for (const GraphFile& file : {blocks(3), random_graph(300, 1), random_graph(300, 2)}) {
    const GoldenSummary written = summary_of(file);
    const std::string body = write_golden_summary(written);
    const GoldenSummary read = read_golden_summary(body, "g.txt");
    CHECK(write_golden_summary(read) == body);
    CHECK(read.arguments == written.arguments);
    CHECK(read.graphs.at(0).operators == written.graphs.at(0).operators);
  }
}

TEST_CASE("bodies that are none are refused with file and line") {
  CHECK(is_golden_summary(kBody));
  CHECK_FALSE(is_golden_summary(write_graph_file(blocks(2))));
  const ScratchFolder scratch;
  const auto message = [&](const std::string& from, const std::string& to) {
    std::string bad = kBody;
    bad.replace(bad.find(from), from.size(), to);
    const std::string all =
        message_of<InputError>(scratch, [&] { read_golden_summary(std::move(bad), "g.txt"); });
    return all.substr(0, all.find('\n'));
  };
  CHECK(message("\"assay_summary\":2", "\"assay_summary\":1") ==
        "g.txt:1: assay_summary: a summary of another version");
  CHECK(message("\"graphs\"", "\"graphz\"").starts_with("g.txt:2: graphz"));
  CHECK(message("\n\"graphs\"", "\n<<<<<<< ours\n\"graphs\"") == "g.txt:2: merge conflict marker");
  CHECK(message("[2,1,", "[2,") == "g.txt:5: graphs[0].modules.: not a module");
  CHECK(message("0123abcd", "0123ABCD") == "g.txt:5: graphs[0].modules.[2]: not a SHA-256");
  CHECK(message("0a1b2c3d", "0a1b2c") == "g.txt:6: graphs[0].modules.layer.0[3]: not the links of its nodes");
  CHECK(message("\"relu\":2", "\"relu\":0").starts_with("g.txt:14: graphs[0].operators.aten.relu: "));
  CHECK(message("\"relu\":2", "\"relu\":2,\"relu.default\":1") ==
        "g.txt:14: graphs[0].operators.aten.relu.default: operator is given twice");
  CHECK(message("\"relu\":2", "\"no_such\":2") ==
        "g.txt:15: arguments: no arguments of aten.no_such.default");
  CHECK(message(",\"0123abcd\"],", ",").starts_with("g.txt:"));
}

TEST_CASE("above the limit a golden is a summary that matches its capture in any order, and no other") {
  const ScratchFolder scratch;
  const GoldenStore store(scratch / "golden");
  const auto accept = [&](const GraphFile& file) {
    store.accept(kLargePair, scratch.write("pending/p.json", write_graph_file(file)));
  };
  accept(of_size(kSummaryAbove));
  CHECK_FALSE(GoldenBody::load(scratch / kSummaryFile).is_summary());
  accept(of_size(kSummaryAbove + 1));
  CHECK(GoldenBody::load(scratch / kSummaryFile).is_summary());
  GraphFile large = random_graph(300, 1);
  large.header = blocks(1).header;
  accept(large);
  CHECK(GoldenBody::load(scratch / kSummaryFile).is_summary());
  CHECK(scratch.read(kSummaryFile).size() < write_graph_file(large).size() / 4);
  CHECK(store.judge(kLargePair, reordered(large, 7), {}).verdict == Verdict::kMatch);
  GraphFile later = reordered(large, 8);
  later.header.torch = "2.16.0";
  CHECK(store.judge(kLargePair, later, {}).not_yet_verified);
  accept(later);
  CHECK_FALSE(store.judge(kLargePair, later, {}).not_yet_verified);
  set_op(large, 100, "aten.edited.default");
  const GoldenStore::Judgement judgement = store.judge(kLargePair, large, {});
  CHECK(judgement.verdict == Verdict::kDiffers);
  CHECK(told(*judgement.diff).find("target aten.edited.default: 0 times -> 1 times") != std::string::npos);
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
  GraphFile symmetric = parse_text(text + "output\n");
  symmetric.header = blocks(1).header;
  CHECK(golden_body_of(symmetric.graphs, "cpu").size() > kSummaryAbove);
  CHECK_FALSE(GoldenBody::of(symmetric).is_summary());
  const GoldenBody summary = GoldenBody::of(large());
  REQUIRE(summary.is_summary());
  const DiffResult result = summary.compare(symmetric, {});
  CHECK_FALSE(result.equal);
  CHECK(told(result) ==
        "undecided graph: a summary of 122 nodes -> symmetric dead code, which has no canonical text\n");
}

TEST_CASE("pairs whose graphs differ in a stride have one summary, each with its digests") {
  const ScratchFolder scratch;
  const GoldenStore store(scratch / "golden");
  GraphFile cpu = large(), cuda = large();
  cuda.header.device = "cuda";
  std::get<TensorMeta>(cuda.graphs[0].nodes.at(5).outputs[0].data).stride =
      std::vector<Dim>{{1, {}}, {2, {}}};
  const PairId on_cuda{kLargePair.case_id, kLargePair.method, Device::kCuda};
  store.accept(on_cuda, scratch.write("pending/cuda.json", write_graph_file(cuda)));
  CHECK(store.judge(kLargePair, cpu, {}).verdict == Verdict::kNew);
  store.accept(kLargePair, scratch.write("pending/cpu.json", write_graph_file(cpu)));
  const GoldenText golden = read_golden_text(scratch.read(kSummaryFile), "g.txt");
  REQUIRE(golden.pairs.size() == 2);
  CHECK(golden.graphs.size() == 1);
  CHECK(golden.pairs[0].sha256[1] == golden.pairs[1].sha256[1]);
  CHECK(golden.pairs[0].sha256[2] != golden.pairs[1].sha256[2]);
  CHECK(store.judge(kLargePair, cpu, {}).verdict == Verdict::kMatch);
  CHECK(store.judge(on_cuda, cuda, {}).verdict == Verdict::kMatch);
  CHECK(store.judge(kLargePair, cuda, {}).verdict == Verdict::kDiffers);
  CHECK(store.judge(on_cuda, cpu, {}).verdict == Verdict::kDiffers);
}

/// A golden of large(), accepted and then edited.
struct EditedGolden : ScratchFolder {
  const GoldenStore store{root() / "golden"};

  template <class Edit>
  explicit EditedGolden(Edit edit) {
    store.accept(kLargePair, write("pending/p.json", write_graph_file(large())));
    REQUIRE(store.judge(kLargePair, large(), {}).verdict == Verdict::kMatch);
    GoldenText golden = read_golden_text(read(kSummaryFile), "g.txt");
    edit(golden);
    write(kSummaryFile, write_golden_text(golden));
  }
  GoldenStore::Judgement judge() const { return store.judge(kLargePair, large(), {}); }
};

std::string& body_of(GoldenText& golden) { return golden.graphs.begin()->second.text; }

void change_last_digit(std::string& digest) { digest.back() = digest.back() == '0' ? '1' : '0'; }

void replace_in(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
}

TEST_CASE("a summary whose digest, operator, module or argument was edited is broken") {
  const auto is_broken = [](auto edit) {
    const EditedGolden edited(edit);
    const GoldenStore::Judgement judgement = edited.judge();
    CHECK(judgement.verdict == Verdict::kBrokenGolden);
    CHECK(edited.hide(judgement.mend.text()) == "git checkout -- SCRATCH/" + kSummaryFile);
    CHECK_THROWS_AS(edited.store.accept(kLargePair, edited.root() / "pending/p.json"), InputError);
    return edited.hide(judgement.why);
  };
  const std::string by_hand =
      "the golden is broken: SCRATCH/" + kSummaryFile +
      ": make_fx@cpu: a golden that was edited by hand\n  expected: the digest of its "
      "lines, ";
  for (const std::size_t at : {0, 1, 2, 3})
    CHECK(is_broken([&](GoldenText& golden) {
            change_last_digit(golden.pairs[0].sha256[at]);
          }).starts_with(by_hand));
  CHECK(is_broken([](GoldenText& golden) {
          replace_in(body_of(golden), "\"relu\":40", "\"tanh\":40");
        }).starts_with(by_hand));
  CHECK(is_broken([](GoldenText& golden) {
          char& digit = body_of(golden).at(body_of(golden).find("\"]") - 1);  // of a module
          digit = digit == '0' ? '1' : '0';
        }).starts_with(by_hand));
  CHECK(is_broken([](GoldenText& golden) {
          replace_in(body_of(golden), "\"relu\":40", "\"relu\":41");
        }).find("nodes by operator, and") != std::string::npos);
}

TEST_CASE("digests are of summaries, one for each level, and of nothing else") {
  const ScratchFolder scratch;
  const std::string line = "\nsha256 " + std::string(32, 'a');
  const auto why = [&](const std::string& head, const std::string& body) {
    scratch.write(kSummaryFile, "golden 2\ncase seed/large\nholds make_fx@cpu" + head +
                                    "\n\ngraphs make_fx@cpu\n" + body + "end\n");
    const std::string text =
        scratch.hide(GoldenStore(scratch / "golden").judge(kLargePair, blocks(1), {}).why);
    return text.substr(0, text.find('\n'));
  };
  const std::string at = "the golden is broken: SCRATCH/" + kSummaryFile + ": make_fx@cpu: ";
  CHECK(why("", kBody) == at + "a pair without the digests of its graph");
  CHECK(why(line, kBody) == at + "a pair without the digests of its graph");
  CHECK(why(line, "graph f\noutput\n") == at + "digests of a graph that is there");
}

TEST_CASE("a summary with conflict markers is broken, with file and line") {
  const ScratchFolder scratch;
  const std::size_t end = kBody.find('\n') + 1;
  scratch.write(kSummaryFile, "golden 2\ncase seed/large\nholds make_fx@cpu\n\ngraphs make_fx@cpu\n" +
                                  kBody.substr(0, end) + "<<<<<<< ours\n" + kBody.substr(end) + "end\n");
  const auto judgement = GoldenStore(scratch / "golden").judge(kLargePair, blocks(2), {});
  CHECK(judgement.verdict == Verdict::kBrokenGolden);
  CHECK(scratch.hide(judgement.why)
            .starts_with("the golden is broken: SCRATCH/" + kSummaryFile + ":7: merge conflict marker"));
}

TEST_CASE("the schema has the keys that are written, and the reader knows no others") {
  const auto schema = nlohmann::json::parse(
      std::ifstream(ASSAY_SOURCE_DIR "/harness/golden_store/golden_summary.schema.json"));
  const auto written = nlohmann::json::parse(kBody);
  const auto keys = [](const nlohmann::json& object) {
    std::set<std::string> names;
    for (const auto& [key, item] : object.items()) names.insert(key);
    return names;
  };
  CHECK(keys(schema["properties"]) == keys(written));
  CHECK(schema["properties"]["assay_summary"]["const"] == kGoldenSummaryVersion);
  CHECK(keys(schema["$defs"]["graph"]["properties"]) == keys(written["graphs"][0]));
  const auto& module = schema["$defs"]["module"]["prefixItems"];
  CHECK(module.size() == written["graphs"][0]["modules"]["layer.0"].size());
  CHECK(module[2]["pattern"] == fmt::format("^[0-9a-f]{{{}}}$", kModuleDigits));
}

}  // namespace
}  // namespace assay
