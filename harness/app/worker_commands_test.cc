// The command line with the default worker: a user's model, red goldens, failing pairs.
#include <algorithm>
#include <csignal>
#include <map>
#include <regex>
#include <vector>

#include <catch2/catch.hpp>

#include "harness/bench/samples.h"
#include "harness/testing/command.h"

namespace assay::test {
namespace {

constexpr const char* kModel = R"(import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 4)

    def forward(self, x):
        return torch.relu(self.layer(x)) * 2.0

def build():
    return Net(), (torch.randn(2, 3),)

def broken():
    raise ValueError("no such weights")
)";

void replace_in(const Folder& folder, const std::string& file, const std::string& from,
                const std::string& to) {
  std::string text = folder.read(file);
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  folder.write(file, text.replace(at, from.size(), to));
}

// A project with one case by two methods on the CPU, all accepted.
void write_accepted_project(const Folder& folder) {
  folder.write("models/net.py", kModel);
  folder.write(
      "models/net.json",
      R"({"case": "net", "factory": "net.py:Net", "inputs": [{"shape": [2, 3]}], "methods": ["make_fx", "aot_joint"], "devices": ["cpu"]})");
  std::filesystem::create_directories(folder.path() / "golden");
  REQUIRE(folder.assay("check --results results").status == 1);
  REQUIRE(folder.assay("accept --all --results results").status == 0);
  REQUIRE(folder.assay("check --results results").status == 0);
}

TEST_CASE("a model of one's own is captured, checked and accepted in three commands") {
  const Folder folder;
  folder.write("my_model.py", kModel);
  const Said captured = folder.assay("capture my_model.py:build --method aot_joint -q");
  CHECK(captured.status == 0);
  CHECK(captured.has("aten.addmm.default"));
  const Said checked = folder.assay("check my_model.py:build");
  CHECK(checked.status == 1);
  CHECK(checked.has("new"));
  CHECK(folder.assay("accept --all").status == 0);
  CHECK(std::filesystem::exists(folder.path() / "golden/my_model/build.txt"));
  CHECK(folder.assay("check my_model.py:build").status == 0);
}

TEST_CASE("generated programs run in eager, and a program that one method gets wrong is found") {
  const Folder folder;
  const Said said = folder.assay("fuzz --count 30 --methods native --no-shrink --results f");
  CHECK(said.has("30 programs"));
  CHECK(said.has(" captured"));
  CHECK_FALSE(said.has("eager_fails"));
  CHECK_FALSE(said.has("load_fails"));
  // symbolic_trace runs operators on a buffer alone only once, while it traces.
  const Said known =
      folder.assay("fuzz --program aliasing:2.0.0.0.24.0.0.0.0.0 --methods symbolic_trace --results g");
  CHECK(known.has("1 diverges"));
  CHECK(known.has("known as buffer_written"));
  const std::string longer = "aliasing:2.0.0.0.24.0.0.0.0.0.0.2.0";
  CHECK(folder.assay("fuzz --program " + longer + " --methods symbolic_trace --results s").status == 0);
  CHECK(
      folder.assay("fuzz --program " + longer + " --methods symbolic_trace --no-shrink --results n").status ==
      0);
  CHECK(folder.read("n/findings/001/program.py").find("v3 = ") != std::string::npos);
  CHECK(folder.read("s/findings/001/program.py").find("v3 = ") == std::string::npos);
  // A dispatch mode does not see a list write to a view's base. So of the two different programs, its program
  // is suspect.
  const Said other = folder.assay(
      "fuzz --program aliasing:0.2.0.0.18.0.1.1.0.1.39.2.1.0.3.1 --methods dispatch,native --results h");
  CHECK(other.has("another joint program than dispatch"));
  CHECK(other.has("known as foreach_written"));
  const Said again = folder.assay(
      "fuzz --program regions:40204.0.22148.0.55.57912.22334.1.56539.35154 --methods make_fx --no-shrink "
      "--results t");
  CHECK(again.status == 0);
  CHECK(again.has("the second time"));
  CHECK(again.has("known as jvp"));
}

TEST_CASE("a bench tells a capture's time from eager's, and the parts that have a seam") {
  const Folder folder;
  folder.write("my_model.py", kModel);
  const Said said = folder.assay(
      "bench my_model.py:build --methods symbolic_trace,make_fx_core_aten,aot --repetitions 1 --results b "
      "-v");
  CHECK(said.status == 0);
  std::map<MethodId, CaptureSpent> warm;
  for (const bench::Sample& sample : bench::read_samples(folder.path() / "b")) {
    REQUIRE(sample.measured);
    const OverheadSample& found = *sample.measured;
    if (sample.repetition == bench::kMemoryRepetition) continue;
    CHECK(found.eager.cpu_seconds > 0);
    CHECK(found.warm.yardstick.cpu_seconds > 0);
    CHECK(found.cold.whole.cpu_seconds > found.eager.cpu_seconds);
    CHECK(found.warm.walk.cpu_seconds > 0);
    CHECK(found.warm.write.cpu_seconds > 0);
    CHECK(sample.nodes > 3);
    warm[sample.pair.method] = found.warm;
  }
  REQUIRE(warm.size() == 3);
  CHECK(warm[MethodId::kSymbolicTrace].observe.cpu_seconds > 0);
  CHECK(warm[MethodId::kSymbolicTrace].partition.cpu_seconds == 0);
  CHECK(warm[MethodId::kMakeFxCoreAten].decompose.cpu_seconds > 0);
  CHECK(warm[MethodId::kAot].partition.cpu_seconds > 0);
  CHECK(warm[MethodId::kAot].partition.cpu_seconds < warm[MethodId::kAot].whole.cpu_seconds);
}

/// The worker processes that `assay doctor` lists as resident. They end with the test.
class Residents {
 public:
  explicit Residents(const Folder& folder) : folder_(folder) {}
  ~Residents() {
    for (const pid_t process : processes()) kill(process, SIGKILL);
  }
  Residents(const Residents&) = delete;
  Residents& operator=(const Residents&) = delete;

  /// For a command that may leave residents, in the test's own folder.
  std::string environment() const {
    return "ASSAY_NO_RESIDENT= XDG_RUNTIME_DIR='" + folder_.path().string() + "'";
  }
  std::vector<pid_t> processes() const {
    const std::string words = folder_.assay("doctor", environment()).text;
    const std::regex line(R"(process (\d+): worker default on cpu, 0 commands, idle for \d+ of 600 s)");
    std::vector<pid_t> all;
    for (std::sregex_iterator match(words.begin(), words.end(), line), end; match != end; ++match)
      all.push_back(std::stoi((*match)[1]));
    return all;
  }

 private:
  const Folder& folder_;
};

TEST_CASE("a second command is served by the worker process that the first one left") {
  const Folder folder;
  const Residents residents(folder);
  folder.write("my_model.py", kModel);
  const std::string line = "capture my_model.py:build --method make_fx -q";
  CHECK(residents.processes().empty());
  const std::string graph = folder.assay(line, residents.environment()).text;
  CHECK(graph.find("aten.relu.default") != std::string::npos);
  const auto process = residents.processes();
  REQUIRE(process.size() == 1);
  CHECK(folder.assay(line, residents.environment()).text == graph);
  CHECK(folder.assay("capture my_model.py:broken --method make_fx -q", residents.environment())
            .has("no such weights"));
  CHECK(folder.assay(line + " --no-resident", residents.environment()).text == graph);
  CHECK(residents.processes() == process);
  CHECK(folder.assay(line, residents.environment() + " OF_MINE=1").text == graph);
  CHECK(residents.processes().size() == 2);  // a different environment needs another process
}

TEST_CASE("no worker process is left with --no-resident or CI, and the doctor says why") {
  const Folder folder;
  const Residents residents(folder);
  folder.write("my_model.py", kModel);
  const std::string line = "capture my_model.py:build --method make_fx -q";
  CHECK(folder.assay(line + " --no-resident", residents.environment()).status == 0);
  CHECK(folder.assay(line, residents.environment() + " CI=1").status == 0);
  CHECK(residents.processes().empty());
  CHECK(folder.assay("doctor --no-resident", residents.environment())
            .has("ok      no worker process stays after a command: --no-resident"));
  CHECK(folder.assay("doctor", residents.environment() + " CI=1")
            .has("ok      no worker process stays after a command: CI is set"));
}

TEST_CASE("a folder that others may write in is used by no command, and the doctor says how to close it") {
  const Folder folder;
  const Residents residents(folder);
  folder.write("my_model.py", kModel);
  std::filesystem::create_directory(folder.path() / "assay");
  std::filesystem::permissions(folder.path() / "assay", std::filesystem::perms::all);
  CHECK(folder.assay("capture my_model.py:build --method make_fx -q", residents.environment()).status == 0);
  CHECK(std::filesystem::is_empty(folder.path() / "assay"));
  const Said doctor = folder.assay("doctor", residents.environment());
  CHECK(doctor.has("no zygote can stay: the folder of their sockets is not yours alone"));
  CHECK(doctor.has("next: chmod 700 "));
}

TEST_CASE("one operator, constant or shape changed in a golden turns exactly that verdict red") {
  const Folder folder;
  write_accepted_project(folder);
  const std::string golden = "golden/net.txt";
  const std::string before = folder.read(golden);
  const std::pair<const char*, const char*> edits[] = {
      {"aten.relu.default", "aten.tanh.default"}, {"other=2.0", "other=3.0"}, {"f32[2,4]", "f32[4,2]"}};
  for (const auto& [from, to] : edits) {
    INFO(from);
    std::string edited = before;
    edited.replace(edited.find(from, edited.find("graphs make_fx@cpu\n")), std::string(from).size(), to);
    folder.write(golden, edited);
    const Said said = folder.assay("check --results results");
    CHECK(said.status == 1);
    CHECK(said.has("DIFFERS net make_fx cpu"));
    CHECK_FALSE(said.has("DIFFERS net aot_joint cpu"));
    CHECK(said.has("golden/net.txt"));
    CHECK(said.has("next: assay diff "));
    folder.write(golden, before);
  }
  CHECK(folder.assay("check --results results").status == 0);
}

TEST_CASE("a factory that raises or does not exist costs its own pairs only") {
  const Folder folder;
  write_accepted_project(folder);
  folder.write("models/bad.json",
               R"({"case": "bad", "factory": "net.py:broken", "methods": ["make_fx"], "devices": ["cpu"]})");
  folder.write("models/gone.json",
               R"({"case": "gone", "factory": "net.py:Nte", "methods": ["make_fx"], "devices": ["cpu"]})");
  const Said said = folder.assay("check --results results --junit results.xml");
  CHECK(said.status == 1);
  CHECK(said.has("no such weights"));
  CHECK(said.has("Nte"));
  CHECK(said.has("2 match"));
  CHECK(folder.read("results.xml").find("<testsuite") != std::string::npos);
}

TEST_CASE("an expected failure is green, and one that passes is not") {
  const Folder folder;
  write_accepted_project(folder);
  folder.write("models/bad.json",
               R"({"case": "bad", "factory": "net.py:broken", "methods": ["make_fx"], "devices": ["cpu"],
    "expect": {"make_fx": [{"outcome": "load_fails", "reason": "by construction"}]}})");
  CHECK(folder.assay("check --results results").status == 0);
  folder.write(
      "models/bad.json",
      R"({"case": "bad", "factory": "net.py:Net", "inputs": [{"shape": [2, 3]}], "methods": ["make_fx"], "devices": ["cpu"],
    "expect": {"make_fx": [{"outcome": "load_fails", "reason": "by construction"}]}})");
  const Said said = folder.assay("check bad --results results");
  CHECK(said.status == 1);
  CHECK(said.has("unexpected pass"));
}

// A project of the model above and a pass over it. `further`: the case's fields about the pass.
void write_transform(const Folder& folder, const std::string& pass, const std::string& further) {
  folder.write("models/net.py", kModel);
  folder.write("models/pass.py", "import torch\ndef change(traced):\n" + pass);
  folder.write("models/pass.json",
               R"({"case": "pass", "factory": "net.py:Net", "inputs": [{"shape": [2, 3]}],
                   "transform": "pass.py:change", "methods": ["symbolic_trace"], "devices": ["cpu"])" +
                   further + "}");
  std::filesystem::create_directories(folder.path() / "golden");
}

constexpr const char* kReluToGelu =
    "    for node in traced.graph.find_nodes(op='call_function', target=torch.relu):\n"
    "        node.target = torch.nn.functional.gelu\n";
constexpr const char* kReluTwice =
    "    for node in traced.graph.find_nodes(op='call_function', target=torch.relu):\n"
    "        with traced.graph.inserting_before(node):\n"
    "            first = traced.graph.call_function(torch.relu, node.args)\n"
    "        node.args = (first,)\n";

TEST_CASE("what a pass changes is told, compared with the case, and red when it is something else") {
  const Folder folder;
  write_transform(folder, kReluTwice, "");
  const Said undeclared = folder.assay("check --results results");
  CHECK(undeclared.status == 1);
  CHECK(undeclared.has("what the transform changes"));
  CHECK(undeclared.has("found: [\"extra fn:torch.relu\"]"));
  CHECK(folder.assay("accept --all --results results").status == 0);
  write_transform(folder, kReluTwice, R"(, "changes": {"symbolic_trace": []})");
  const Said wrong = folder.assay("check --results results");
  CHECK(wrong.status == 1);
  CHECK(wrong.has("DIFFERS pass symbolic_trace cpu"));
  CHECK(wrong.has("expected: []"));
  CHECK(wrong.has("next: assay diff results/untransformed/pass/symbolic_trace@cpu.json"));
  write_transform(folder, kReluTwice, R"(, "changes": {"symbolic_trace": ["extra fn:torch.relu"]})");
  CHECK(folder.assay("check --results results").status == 0);
}

TEST_CASE("a pass that computes something else diverges from the model, green where that is expected") {
  const Folder folder;
  const std::string changes =
      R"(, "changes": {"symbolic_trace": ["target fn:torch.relu -> fn:torch._C._nn.gelu"]})";
  write_transform(folder, kReluToGelu, changes);
  const Said said = folder.assay("check --results results");
  CHECK(said.status == 1);
  CHECK(said.has("DIVERGES pass symbolic_trace cpu"));
  write_transform(
      folder, kReluToGelu,
      changes + R"(, "expect": {"symbolic_trace": [{"outcome": "diverges", "reason": "gelu is no relu"}]})");
  CHECK(folder.assay("check --results results").status == 0);
}

TEST_CASE("a pass that changes nothing is red whatever its graph, unless the case says that it keeps it") {
  const Folder folder;
  write_transform(folder, "    return traced\n", "");
  const Said nothing = folder.assay("check --results results");
  CHECK(nothing.status == 1);
  CHECK(nothing.has("raises in capture: PassError: pass.py:change changes nothing"));
  CHECK_FALSE(nothing.has("assay accept"));
  write_transform(folder, "    return traced\n",
                  R"(, "transform_keeps_graph": true, "changes": {"symbolic_trace": []})");
  CHECK(folder.assay("check --results results").has("1 pair: 1 new"));
  write_transform(folder, kReluTwice, R"(, "transform_keeps_graph": true)");
  CHECK(folder.assay("check --results results").has("PassError: pass.py:change changes the graph"));
}

TEST_CASE("a pass over ATen operators is told that the graph it was handed has none") {
  const Folder folder;
  write_transform(
      folder,
      "    for node in traced.graph.find_nodes(op='call_function', target=torch.ops.aten.relu.default):\n"
      "        node.target = torch.ops.aten.tanh.default\n",
      "");
  const Said said = folder.assay("check --results results -v");
  CHECK(said.status == 1);
  CHECK(
      said.has("Python functions and modules (module layer, torch.relu, operator.mul): a Python-level graph, "
               "which has no aten operators for it to find"));
}

TEST_CASE("a pass that raises fails in the stage capture, with a message of bounded length") {
  const Folder folder;
  write_transform(folder, "    raise ValueError('x' * 100000)\n", "");
  const Said raised = folder.assay("check --results results");
  CHECK(raised.has("raises in capture: ValueError: xxx"));
  CHECK(raised.text.size() < 20'000);
}

TEST_CASE("a resumed run keeps what is done, and a golden is never written by a check") {
  const Folder folder;
  write_accepted_project(folder);
  std::filesystem::remove(folder.path() / "golden/net.txt");
  CHECK(folder.assay("check --results results").status == 1);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "golden/net.txt"));
  CHECK(folder.assay("accept --all --results results").status == 0);
  CHECK(folder.assay("check --results results --resume").status == 1);  // its records are still `new`
  CHECK(folder.assay("check --results results --rerun-failed").status == 0);
}

constexpr const char* kManyLayers = R"(import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(4, 4) for _ in range(40))

    def forward(self, x):
        for layer in self.layers:
            x = torch.nn.functional.gelu(layer(x))
        return x
)";

/// A git repository with sources in src/ and a committed summary golden. Its model has changed since.
class ChangedRepository : public Folder {
 public:
  ChangedRepository() {
    write("repo/src/tiny/__init__.py", kManyLayers);
    write(
        "repo/models/net.json",
        R"({"case": "net", "factory": "tiny:Net", "inputs": [{"shape": [2, 4]}], "methods": ["make_fx"], "devices": ["cpu"]})");
    REQUIRE(typed("git init -q && git add . && " + kCommit + " model").status == 0);
    REQUIRE(typed("assay check --results ../r").status == 1);
    REQUIRE(typed("assay accept --all --results ../r && git add golden && " + kCommit + " golden").status ==
            0);
    REQUIRE(read("repo/golden/net.txt").find("assay_summary") != std::string::npos);
    replace_in(*this, "repo/src/tiny/__init__.py", "functional.gelu", "functional.silu");
  }
  /// Runs in the repository, with an absolute PYTHONPATH as users have it.
  Said typed(const std::string& line) const {
    write("line.sh", line + "\n");
    const std::string bin = std::filesystem::path(ASSAY_PROGRAM).parent_path().string();
    return said_by("cd '" + (path() / "repo").string() +
                   "' && env -u CI -u ASSAY_RESULTS -u ASSAY_PROJECT ASSAY_NO_RESIDENT=1 PATH='" + bin +
                   "':\"$PATH\" PYTHONPATH=\"$PWD/src\" sh ../line.sh 2>&1");
  }
  /// The next command that a check prints for the changed pair.
  std::string next() const {
    const std::string text = typed("assay check --results ../r").text;
    const std::size_t begin = text.find("next: git -C ");
    REQUIRE(begin != std::string::npos);
    std::size_t end = text.find('\n', begin);
    while (text[end - 1] == '\\') end = text.find('\n', end + 1);
    std::string next = text.substr(begin + 6, end - begin - 6);
    for (std::size_t at = 0; (at = next.find(" \\\n", at)) != std::string::npos;)
      next.erase(at, next.find_first_not_of(' ', at + 3) - at - 1);  // one blank stays
    return next;
  }

 private:
  const std::string kCommit = "git -c user.name=t -c user.email=t@t commit -qm";
};

TEST_CASE("the command printed for a summary shows what changed in src/, and leaves nothing behind") {
  const ChangedRepository repository;
  const Said said = repository.typed(repository.next());
  CHECK(said.has("equal at level exact: "));  // the golden and the graph of its own sources
  CHECK(said.has("aten.gelu.default"));
  CHECK(said.has("aten.silu.default"));
  CHECK_FALSE(std::filesystem::exists(repository.path() / "repo-agreed"));
}

TEST_CASE(
    "with the new sources on PYTHONPATH the printed command is refused, and never says that all is equal") {
  const ChangedRepository repository;
  std::string next = repository.next();
  const std::size_t begin = next.find("PYTHONPATH="), end = next.find(" assay --project", begin);
  REQUIRE(end != std::string::npos);
  const Said refused = repository.typed(next.erase(begin, end + 1 - begin));
  CHECK(refused.has("tiny is imported from " + (repository.path() / "repo/src/tiny/__init__.py").string()));
  CHECK_FALSE(refused.has("equal at level"));
  const std::size_t flag = next.find("--own-sources ");
  REQUIRE(flag != std::string::npos);
  const Said compared = repository.typed(next.erase(flag, 14));
  CHECK_FALSE(compared.has("equal at level"));  // the golden shows that these are not its sources
}

TEST_CASE("a worker that was copied keeps its bytecode for itself, torch's own included") {
  namespace fs = std::filesystem;
  const Folder folder;
  const fs::path build = fs::path(ASSAY_PROGRAM).parent_path().parent_path(),
                 copy = folder.path() / "copy/build";
  fs::create_directories(copy / "workers/default");
  fs::copy(build / "workers/default", copy / "workers/default",
           fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  fs::create_directories(copy / "bin");
  fs::copy_file(ASSAY_PROGRAM, copy / "bin/assay");
  fs::remove_all(copy / "workers/default/bytecode");
  folder.write("my_model.py", kModel);
  const Said said =
      said_by("cd '" + folder.path().string() + "' && env -u CI ASSAY_NO_RESIDENT=1 '" +
              (copy / "bin/assay").string() + "' capture my_model.py:build --method make_fx -q 2>&1");
  CHECK(said.has("aten.addmm.default"));
  const auto is_torchs = [](const fs::path& file) {
    return file.filename().string().starts_with("__init__.") && file.parent_path().filename() == "torch";
  };
  const fs::recursive_directory_iterator kept(copy / "workers/default/bytecode");
  CHECK(std::any_of(begin(kept), end(kept), is_torchs));
}

TEST_CASE("methods are compared on one's own model, and the one for the need is named with its coverage") {
  const Folder folder;
  folder.write("my_model.py", kModel);
  const Said compared =
      folder.assay("compare my_model.py:build --need backward --methods make_fx,aot_joint -q");
  CHECK(compared.status == 0);
  CHECK(compared.has("recommended for backward: aot_joint\n"));
  CHECK(compared.has("recalls 100 % of the operators that ran"));
  CHECK(compared.has("  not make_fx  cannot express backward\n"));
  CHECK(compared.has("forward part, lowered to ATen: one program\n"));
  const Said broken = folder.assay("compare my_model.py:broken --methods make_fx -q");
  CHECK(broken.status == 1);
  CHECK(broken.has("load fails: ValueError in stage load: no such weights"));
}

TEST_CASE("an LSTM that Python runs between graphs is in none of them, in its twin's one graph it is") {
  const Folder folder;
  folder.write("tagger.py", R"(import torch
from torch.nn.utils import rnn

class Tagger(torch.nn.Module):
    def __init__(self, is_packed):
        super().__init__()
        self.is_packed = is_packed
        self.lstm, self.tags = torch.nn.LSTM(3, 4, batch_first=True), torch.nn.Linear(4, 2)

    def forward(self, x):
        x = torch.tanh(x)
        if not self.is_packed:
            return self.tags(self.lstm(x)[0])
        packed = rnn.pack_padded_sequence(x, torch.tensor([5, 2]), batch_first=True)
        return self.tags(rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)[0])

def packed():
    return Tagger(True), (torch.randn(2, 5, 3),)

def whole():
    return Tagger(False), (torch.randn(2, 5, 3),)
)");
  const Said packed = folder.assay("compare tagger.py:packed --need one_graph --methods dynamo -q");
  CHECK(packed.status == 1);
  CHECK(packed.has("graph breaks\n  dynamo  after forward at tagger.py:14: "));
  CHECK_FALSE(packed.has("100 % / 100 %"));
  CHECK(packed.has("recommended for one_graph: none\n"));
  CHECK(packed.has("not one_graph: 2 graphs, 1 graph break (after forward at tagger.py:14: "));
  // Dynamo never captures an LSTM, packed or not.
  const Said whole = folder.assay("compare tagger.py:whole --need one_graph --methods dynamo,export -q");
  CHECK(whole.status == 0);
  CHECK(whole.has("recommended for one_graph: export\n"));
  CHECK(
      whole.has("meets one_graph and replays to what eager gives, recalls 100 % of the operators that ran"));
  CHECK(whole.has("  not dynamo  tagger/whole: not one_graph: 2 graphs, 1 graph break (after forward at "));
  CHECK(folder.assay("check tagger.py:packed --methods dynamo --device cpu -v")
            .has("graph breaks\n  tagger/packed dynamo cpu  after forward at tagger.py:14: "));
}

TEST_CASE("what a check lowers as well, a report compares method by method, and without it does not") {
  const Folder folder;
  folder.write("my_model.py", kModel);
  const auto report_after = [&](const char* options) {
    folder.assay(
        std::string("check my_model.py:build --device cpu --methods make_fx,aot_joint --results r ") +
        options);
    return folder.assay("report --results r");
  };
  CHECK(report_after("--lower").has("forward part, lowered to ATen: one program\n"));
  CHECK_FALSE(report_after("").has("lowered to ATen"));
}

}  // namespace
}  // namespace assay::test
