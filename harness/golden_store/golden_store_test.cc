// GoldenStore: judging never writes, accepting changes the goldens of a single pair.
#include "harness/golden_store/golden_store.h"

#include <cstdlib>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/golden_store/case_goldens.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

const PairId kPair{"seed/relu", MethodId::kMakeFx, Device::kCpu};
const std::string kGolden = "golden/seed/relu.txt";

GraphFile capture(const std::string& op, const std::string& torch = "2.15.0+cu130") {
  GraphFile file = parse_text("graph forward\n%0 = input user \"0\" : f32[2,3]\n%1 = " + op +
                              "(self=%0) : f32[2,3]\noutput \"0\"=%1\n");
  file.header.case_id = kPair.case_id;
  file.header.method = "make_fx";
  file.header.device = "cpu";
  file.header.torch = torch;
  file.header.python = "3.11.2";
  file.header.packages = {{"torchvision", "0.30.0"}};
  file.header.environment = {{"PYTHONHASHSEED", "0"}};
  file.header.case_file = "models/seed/relu.json";
  file.header.case_sha256 = std::string(64, 'a');
  return file;
}

/// A folder with golden/ and pending/.
struct StoreFolder : ScratchFolder {
  GoldenStore store{root() / "golden"};

  fs::path propose(const GraphFile& file) const { return write("pending/p.json", write_graph_file(file)); }
  std::string accept(const GraphFile& file) const {
    return hide(store.accept(kPair, propose(file)).string());
  }
  GoldenStore::Judgement judge(const GraphFile& file) const { return store.judge(kPair, file, {}); }
  /// A line "make_fx@cpu from 2.15: aten.relu.default 2.15.0" per golden, base first.
  std::string goldens() const {
    const CaseGoldens goldens(root() / "golden", kPair.case_id);
    std::string text;
    for (const GoldenKey& key : goldens.all()) {
      const GoldenBody golden = goldens.load(key);
      text += key.pair + (key.from ? " from " + from_text(*key.from) : "") + ": " +
              to_string(golden.graphs()->graphs.at(0).nodes.at(1).target);
      for (const VerifiedWith& with : golden.header().verified) text += " " + with.torch;
      text += "\n";
    }
    return text;
  }
};

TEST_CASE("a capture without a golden is new, and nothing is written") {
  const StoreFolder scratch;
  const auto judgement = scratch.judge(capture("aten.relu.default"));
  CHECK(judgement.verdict == Verdict::kNew);
  CHECK(scratch.hide(judgement.golden.string()) == "SCRATCH/" + kGolden);
  CHECK(scratch.hide(judgement.why) == "no golden: make_fx@cpu in SCRATCH/" + kGolden + "\n");
  CHECK_FALSE(judgement.diff);
  CHECK_FALSE(fs::exists(scratch / "golden"));
}

TEST_CASE("an accepted capture matches") {
  const StoreFolder scratch;
  CHECK(scratch.accept(capture("aten.relu.default")) == "SCRATCH/" + kGolden);
  const auto judgement = scratch.judge(capture("aten.relu.default"));
  CHECK(judgement.verdict == Verdict::kMatch);
  CHECK_FALSE(judgement.not_yet_verified);
  CHECK(judgement.diff->nodes.matched == judgement.diff->nodes.total());
}

TEST_CASE("one operator changed differs, with the entry that says so, and the golden stays as it is") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default"));
  const std::string before = scratch.read(kGolden);
  const auto judgement = scratch.judge(capture("aten.silu.default"));
  CHECK(judgement.verdict == Verdict::kDiffers);
  CHECK_FALSE(judgement.diff->entries.empty());
  CHECK(scratch.hide(judgement.golden.string()) == "SCRATCH/" + kGolden);
  CHECK(scratch.read(kGolden) == before);
}

TEST_CASE("the policy of the case decides what differs") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default"));
  GraphFile other = capture("aten.relu.default");
  std::get<TensorMeta>(other.graphs[0].nodes[1].outputs[0].data).stride =
      std::vector<Dim>{{1, Name()}, {2, Name()}};
  CHECK(scratch.store.judge(kPair, other, Policy{Level::kShapes}).verdict == Verdict::kMatch);
  CHECK(scratch.store.judge(kPair, other, Policy{Level::kExact}).verdict == Verdict::kDiffers);
}

TEST_CASE("versions that the golden does not list are not yet verified, beside any verdict") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default", "2.15.0"));
  CHECK(scratch.judge(capture("aten.relu.default", "2.16.0")).verdict == Verdict::kMatch);
  CHECK(scratch.judge(capture("aten.relu.default", "2.16.0")).not_yet_verified);
  CHECK(scratch.judge(capture("aten.silu.default", "2.16.0")).not_yet_verified);
  CHECK_FALSE(scratch.judge(capture("aten.silu.default", "2.15.0")).not_yet_verified);
}

TEST_CASE("a golden with conflict markers is broken, with file and line") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default"));
  const std::string text = scratch.read(kGolden);
  const std::size_t at = text.find("%0 = ");
  scratch.write(kGolden, text.substr(0, at) + "<<<<<<< ours\n" + text.substr(at));
  const auto judgement = scratch.judge(capture("aten.relu.default"));
  CHECK(judgement.verdict == Verdict::kBrokenGolden);
  CHECK(scratch.hide(judgement.why).starts_with("the golden is broken: SCRATCH/" + kGolden + ":7: merge"));
}

TEST_CASE("a golden that breaks the format, and one cut short, are broken with their message") {
  const StoreFolder scratch;
  scratch.write(kGolden, "golden 1\n");
  CHECK(scratch.judge(capture("aten.relu.default")).verdict == Verdict::kBrokenGolden);
  CHECK(scratch.hide(scratch.judge(capture("aten.relu.default")).why)
            .starts_with("the golden is broken: SCRATCH/" + kGolden));
  scratch.write(kGolden,
                "golden 2\ncase seed/relu\nholds make_fx@cpu\n\ngraphs make_fx@cpu\ngraph forward\n");
  CHECK(scratch.judge(capture("aten.relu.default")).verdict == Verdict::kBrokenGolden);
}

TEST_CASE("a golden whose lines end in CRLF is broken and says so") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default"));
  std::string text = scratch.read(kGolden);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, "\r");
  scratch.write(kGolden, text);
  const auto judgement = scratch.judge(capture("aten.relu.default"));
  CHECK(judgement.verdict == Verdict::kBrokenGolden);
  CHECK(scratch.hide(judgement.why) == "the golden is broken: SCRATCH/" + kGolden +
                                           ":1: lines of a golden end in CRLF\n  expected: LF, as it was "
                                           "written (git config core.autocrlf false)\n  found: CRLF\n");
  CHECK(scratch.hide(judgement.mend.text()) == "sed -i 's/\\r$//' SCRATCH/" + kGolden);
  REQUIRE(std::system(judgement.mend.text().c_str()) == 0);
  CHECK(scratch.judge(capture("aten.relu.default")).verdict == Verdict::kMatch);
}

TEST_CASE("an empty capture never matches and is never accepted") {
  const StoreFolder scratch;
  GraphFile empty = capture("aten.relu.default");
  empty.graphs[0].nodes.clear();
  CHECK(message_of<InputError>(scratch, [&] {
          scratch.judge(empty);
        }).starts_with("seed/relu make_fx cpu: an empty capture\n"));
  CHECK(message_of<InputError>(scratch, [&] {
          scratch.accept(empty);
        }).starts_with("SCRATCH/pending/p.json: an empty capture\n"));
}

TEST_CASE("the golden's header keeps what finds it and what it was verified with, nothing of the machine") {
  const StoreFolder scratch;
  GraphFile file = capture("aten.relu.default");
  file.header.phantom = "sm_90";
  file.header.fake = true;
  scratch.accept(file);
  const Header kept = load_graph_file((scratch / kGolden).string()).header;
  Header expected;
  expected.case_id = "seed/relu";
  expected.method = "make_fx";
  expected.device = "cpu";
  expected.phantom = "sm_90";
  expected.fake = true;
  expected.verified = {{"2.15.0", "3.11", {{"torchvision", "0.30.0"}}}};
  CHECK(print_text({kept, {}}) == print_text({expected, {}}));
}

TEST_CASE("the golden's file reads in any diff, and accepting again changes no byte") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default"));
  const std::string once = scratch.read(kGolden);
  CHECK(once ==
        "golden 2\ncase seed/relu\nholds make_fx@cpu verified 2.15.0 3.11 torchvision=0.30.0\n\ngraphs "
        "make_fx@cpu\n"
        "graph forward\n%0 = input user \"0\" : f32[2,3]\n%1 = aten.relu.default(self=%0) : f32[2,3]\n"
        "output \"0\"=%1\nend\n");
  scratch.accept(capture("aten.relu.default"));
  CHECK(scratch.read(kGolden) == once);
  CHECK(scratch.goldens() == "make_fx@cpu: aten.relu.default 2.15.0\n");  // and no temporary file is left
}

TEST_CASE("an equal graph on a further version is added to the list, not to a new file") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default", "2.15.0"));
  scratch.accept(capture("aten.relu.default", "2.11.0+cpu"));
  CHECK(scratch.goldens() == "make_fx@cpu: aten.relu.default 2.11.0 2.15.0\n");
}

TEST_CASE("a graph that differs on the same version replaces the golden") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default"));
  scratch.accept(capture("aten.silu.default"));
  CHECK(scratch.goldens() == "make_fx@cpu: aten.silu.default 2.15.0\n");
}

TEST_CASE("where versions truly differ each keeps its own golden, in either order of accepting") {
  const std::string both =
      "make_fx@cpu: aten.relu.default 2.11.0\nmake_fx@cpu from 2.15: aten.silu.default 2.15.0\n";
  {
    const StoreFolder scratch;
    scratch.accept(capture("aten.relu.default", "2.11.0"));
    CHECK(scratch.accept(capture("aten.silu.default", "2.15.0")) == "SCRATCH/" + kGolden);
    CHECK(scratch.goldens() == both);
  }
  const StoreFolder scratch;
  scratch.accept(capture("aten.silu.default", "2.15.0"));
  CHECK(scratch.accept(capture("aten.relu.default", "2.11.0")) == "SCRATCH/" + kGolden);
  CHECK(scratch.goldens() == both);
  CHECK(scratch.judge(capture("aten.relu.default", "2.11.0")).verdict == Verdict::kMatch);
  CHECK(scratch.judge(capture("aten.silu.default", "2.15.0")).verdict == Verdict::kMatch);
  CHECK(scratch.judge(capture("aten.silu.default", "2.11.0")).verdict == Verdict::kDiffers);
}

TEST_CASE("a version between two of one golden parts it in two") {
  const StoreFolder scratch;
  for (const char* torch : {"2.11.0", "2.15.0"}) scratch.accept(capture("aten.relu.default", torch));
  scratch.accept(capture("aten.silu.default", "2.14.1"));
  CHECK(scratch.goldens() ==
        "make_fx@cpu: aten.relu.default 2.11.0\nmake_fx@cpu from 2.14: aten.silu.default 2.14.1\n"
        "make_fx@cpu from 2.15: aten.relu.default 2.15.0\n");
}

/// The goldens after accepting each {torch, operator} in order.
std::string after(const std::vector<std::pair<std::string, std::string>>& accepted) {
  const StoreFolder scratch;
  for (const auto& [torch, op] : accepted) scratch.accept(capture("aten." + op + ".default", torch));
  return scratch.goldens();
}

TEST_CASE("one graph on versions that follow each other is one golden, whatever the order of accepting") {
  const std::string parted =
      "make_fx@cpu: aten.relu.default 2.11.0 2.13.0\n"
      "make_fx@cpu from 2.14: aten.silu.default 2.14.1 2.15.0\n";
  std::vector<std::pair<std::string, std::string>> versions{
      {"2.11.0", "relu"}, {"2.13.0", "relu"}, {"2.14.1", "silu"}, {"2.15.0", "silu"}};
  do {
    CAPTURE(versions);
    CHECK(after(versions) == parted);
  } while (std::next_permutation(versions.begin(), versions.end()));
}

TEST_CASE("a graph that comes back makes three goldens, whatever the order of accepting") {
  const std::string parted =
      "make_fx@cpu: aten.relu.default 2.11.0 2.13.0\n"
      "make_fx@cpu from 2.14: aten.silu.default 2.14.1\n"
      "make_fx@cpu from 2.15: aten.relu.default 2.15.0\n";
  std::vector<std::pair<std::string, std::string>> versions{
      {"2.11.0", "relu"}, {"2.13.0", "relu"}, {"2.14.1", "silu"}, {"2.15.0", "relu"}};
  do {
    CAPTURE(versions);
    CHECK(after(versions) == parted);
  } while (std::next_permutation(versions.begin(), versions.end()));
}

TEST_CASE("a version between two that gets their graph joins all three") {
  CHECK(after({{"2.11.0", "relu"}, {"2.15.0", "relu"}, {"2.14.1", "silu"}, {"2.14.1", "relu"}}) ==
        "make_fx@cpu: aten.relu.default 2.11.0 2.14.1 2.15.0\n");
}

TEST_CASE("goldens of one graph that stand beside each other are joined by the next accept") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default", "2.14.1"));
  CaseGoldens goldens(scratch / "golden", kPair.case_id);
  const GoldenBody golden = goldens.load({"make_fx@cpu"});
  goldens.put({"make_fx@cpu", Version{{2, 14, 0}}}, golden, golden.header().verified);
  goldens.write();
  scratch.accept(capture("aten.relu.default", "2.14.1"));
  CHECK(scratch.goldens() == "make_fx@cpu: aten.relu.default 2.14.1\n");
}

TEST_CASE("a match on a further version is verified, and nothing else is") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default", "2.15.0"));
  const auto verify = [&](const GraphFile& file) {
    return scratch.store.verify(kPair, scratch.propose(file), {}).has_value();
  };
  CHECK_FALSE(verify(capture("aten.relu.default", "2.15.0")));
  CHECK_FALSE(verify(capture("aten.silu.default", "2.14.1")));
  CHECK(verify(capture("aten.relu.default", "2.14.1")));
  CHECK_FALSE(scratch.judge(capture("aten.relu.default", "2.14.1")).not_yet_verified);
  CHECK(scratch.goldens() == "make_fx@cpu: aten.relu.default 2.14.1 2.15.0\n");
}

TEST_CASE("what matches under the policy of its case is verified although it is not equal") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default", "2.15.0"));
  GraphFile other = capture("aten.relu.default", "2.14.1");
  std::get<TensorMeta>(other.graphs[0].nodes[1].outputs[0].data).stride =
      std::vector<Dim>{{1, Name()}, {2, Name()}};
  CHECK_FALSE(scratch.store.verify(kPair, scratch.propose(other), Policy{Level::kExact}));
  CHECK(scratch.store.verify(kPair, scratch.propose(other), Policy{Level::kShapes}));
  CHECK(scratch.goldens() == "make_fx@cpu: aten.relu.default 2.14.1 2.15.0\n");
}

TEST_CASE("a version that another golden has taken over does not move back") {
  const StoreFolder scratch;
  const auto body = [](const std::string& op) {
    return "graph f\n%0 = input user \"0\" : f32[2,3]\n%1 = " + op +
           "(self=%0) : f32[2,3]\noutput \"0\"=%1\nend\n";
  };
  // On the first line 2.15.0 is stale: the second line holds for it.
  scratch.write(kGolden,
                "golden 2\ncase seed/relu\nholds make_fx@cpu verified 2.11.0 3.11, 2.15.0 3.11\n"
                "holds make_fx@cpu from 2.15 verified 2.15.0 3.11\n\ngraphs make_fx@cpu\n" +
                    body("aten.relu.default") + "\ngraphs make_fx@cpu.from-2.15\n" +
                    body("aten.silu.default"));
  scratch.accept(capture("aten.gelu.default", "2.14.0"));
  CHECK(scratch.goldens() ==
        "make_fx@cpu: aten.relu.default 2.11.0\nmake_fx@cpu from 2.14: aten.gelu.default 2.14.0\n"
        "make_fx@cpu from 2.15: aten.silu.default 2.15.0\n");
}

TEST_CASE("a broken golden is replaced where that is asked for, and else refused") {
  const StoreFolder scratch;
  const std::string broken =
      "golden 2\ncase seed/relu\nholds make_fx@cpu\n\ngraphs make_fx@cpu\ngraph f\n<<<<<<< ours\nend\n";
  scratch.write(kGolden, broken);
  CHECK(
      message_of<InputError>(scratch, [&] { scratch.accept(capture("aten.relu.default")); }) ==
      "SCRATCH/" + kGolden +
          ":7: the golden is broken, and is not replaced unasked\n  expected: a golden as it was accepted\n  "
          "found: merge conflict marker: \"<<<<<<< ours\"\n  next: git checkout --ours SCRATCH/" +
          kGolden + "  # or --theirs  # or: assay accept --case seed/relu --replace-broken");
  CHECK(scratch.read(kGolden) == broken);
  scratch.store.accept(kPair, scratch.propose(capture("aten.relu.default")), WhereBroken::kReplace);
  CHECK(scratch.goldens() == "make_fx@cpu: aten.relu.default 2.15.0\n");
}

/// A conflict about aot@cpu, in the lines that assign graphs to pairs.
const std::string kConflict =
    "golden 2\ncase seed/relu\n<<<<<<< ours\nholds aot@cpu\n=======\n>>>>>>> theirs\n\ngraphs aot@cpu\ngraph "
    "f\nend\n";

TEST_CASE("where a head cannot be read nothing is accepted, and the pairs of a conflict are named") {
  const StoreFolder scratch;
  scratch.write(kGolden, kConflict);
  const auto judgement = scratch.judge(capture("aten.relu.default"));
  CHECK(judgement.verdict == Verdict::kBrokenGolden);
  CHECK(judgement.why.find("found: \"<<<<<<< ours\", about aot@cpu\n") != std::string::npos);
  const std::string refused =
      message_of<InputError>(scratch, [&] { scratch.accept(capture("aten.relu.default")); });
  CHECK(
      refused.starts_with("SCRATCH/" + kGolden + ":3: the golden is broken, and is not replaced unasked\n"));
  CHECK(refused.find("\"<<<<<<< ours\", about aot@cpu\n") != std::string::npos);
  CHECK(scratch.read(kGolden) == kConflict);
}

TEST_CASE("with --replace-broken a file without a head is replaced as a whole") {
  const StoreFolder scratch;
  scratch.write(kGolden, kConflict);
  scratch.store.accept(kPair, scratch.propose(capture("aten.relu.default")), WhereBroken::kReplace);
  CHECK(scratch.goldens() == "make_fx@cpu: aten.relu.default 2.15.0\n");
}

TEST_CASE("goldens in the file of another case are broken") {
  const StoreFolder scratch;
  scratch.accept(capture("aten.relu.default"));
  const std::string text = scratch.read(kGolden);
  scratch.write(kGolden, "golden 2\ncase seed/other" + text.substr(text.find("\nholds")));
  const auto judgement = scratch.judge(capture("aten.relu.default"));
  CHECK(judgement.verdict == Verdict::kBrokenGolden);
  CHECK(judgement.why.find("goldens of another case") != std::string::npos);
}

TEST_CASE("a proposal of another pair, an absent one and a broken one are refused") {
  const StoreFolder scratch;
  GraphFile other = capture("aten.relu.default");
  other.header.device = "cuda";
  CHECK(message_of<InputError>(scratch, [&] { scratch.accept(other); }) ==
        "SCRATCH/pending/p.json: a proposal of another pair\n  expected: seed/relu make_fx cpu\n  found: "
        "seed/relu make_fx cuda\n"
        "  next: assay check seed/relu");
  CHECK(message_of<InputError>(scratch, [&] {
          scratch.store.accept(kPair, scratch / "no.json");
        }).starts_with("SCRATCH/no.json: "));
  scratch.write("pending/p.json", "{");
  CHECK(message_of<InputError>(scratch, [&] {
          scratch.store.accept(kPair, scratch / "pending/p.json");
        }).starts_with("SCRATCH/pending/p.json:1"));
  CHECK_FALSE(fs::exists(scratch / "golden"));
}

/// A capture with a further input: a constant whose bytes are in a file beside it.
GraphFile with_constant(const StoreFolder& scratch, const std::string& bytes) {
  GraphFile file = capture("aten.relu.default");
  Node constant = file.graphs[0].nodes[0];
  constant.role = Role::kConstant;
  constant.name = Name("lifted");
  constant.constant = ConstantValue{sha256_hex(bytes), std::nullopt};
  file.graphs[0].nodes.insert(file.graphs[0].nodes.end() - 1, constant);
  scratch.write("pending/" + sha256_hex(bytes) + ".bin", bytes);
  return file;
}

TEST_CASE("large constants go along with the graph that has them") {
  const StoreFolder scratch;
  const std::string bytes(5000, 'c');
  scratch.accept(with_constant(scratch, bytes));
  CHECK(scratch.read("golden/seed/" + sha256_hex(bytes) + ".bin") == bytes);
  CHECK(scratch.judge(with_constant(scratch, bytes)).verdict == Verdict::kMatch);
  CHECK(scratch.judge(with_constant(scratch, std::string(5000, 'd'))).verdict == Verdict::kDiffers);
}

TEST_CASE("a constant that is not what its name says is refused, and no golden is written") {
  const StoreFolder scratch;
  const std::string bytes(5000, 'c');
  const GraphFile file = with_constant(scratch, bytes);
  scratch.write("pending/" + sha256_hex(bytes) + ".bin", std::string(5000, 'x'));
  CHECK(message_of<InputError>(scratch, [&] {
          scratch.accept(file);
        }).find("not the constant its name says") != std::string::npos);
  CHECK_FALSE(fs::exists(scratch / kGolden));
}

TEST_CASE("goldens are readable by everybody who may read the tree") {
  const StoreFolder scratch;
  const mode_t mask = umask(0022);
  scratch.accept(capture("aten.relu.default"));
  umask(mask);
  CHECK(fs::status(scratch / kGolden).permissions() == fs::perms(0644));
}

TEST_CASE("a folder that cannot be written is the harness's error") {
  const StoreFolder scratch;
  scratch.write("golden/seed", "a file where a folder belongs");
  CHECK(message_of<HarnessError>(scratch, [&] {
          scratch.accept(capture("aten.relu.default"));
        }).starts_with("SCRATCH/" + kGolden + ": cannot be written\n"));
}

}  // namespace
}  // namespace assay
