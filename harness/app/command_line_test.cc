// The command line without a worker: exit statuses and messages.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/graph/digest.h"
#include "harness/testing/command.h"

namespace assay::test {
namespace {

constexpr const char* kGraph =
    R"({"assay_graph": 1, "graphs": [{"name": "forward", "nodes": [
{"id": 0, "kind": "input", "role": "user", "name": "0", "outputs": [{"dtype": "float32", "shape": [2,3], "stride": [3,1], "device": "cpu"}]},
{"id": 1, "kind": "op", "target": "aten.relu.default", "args": {"self": {"%": [0,0]}}, "outputs": [{"dtype": "float32", "shape": [2,3], "stride": [3,1], "device": "cpu"}]},
{"id": 2, "kind": "output", "args": {"0": {"%": [1,0]}}}]}]})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

// A project with a single case, whose model is never loaded here.
void write_project(const Folder& folder) {
  folder.write("models/net.py", "");
  folder.write("models/net.json",
               R"({"case": "net", "factory": "net.py:Net", "inputs": [{"shape": [2, 3]}]})");
  std::filesystem::create_directories(folder.path() / "golden");
}

TEST_CASE("no command, an unknown command and an unknown option are exit 2 with what was probably meant") {
  const Folder folder;
  const auto refused = [&](const std::string& line, const std::string& message) {
    INFO(line);
    const Said said = folder.assay(line);
    CHECK(said.status == 2);
    CHECK(said.has("assay: " + message));
  };
  refused("", "no command is named\n  expected: one of check, matrix, ops, ");
  refused("chekc seed/mlp", "no command 'chekc'; did you mean 'check'?\n  expected: one of check, ");
  refused("list csaes", "no command 'csaes'; did you mean 'cases'?\n  expected: one of cases, ");
  refused("list methods --jsno",
          "no option '--jsno'; did you mean '--json'?\n  next: assay list methods --help");
  refused("check --teir full", "no option '--teir'; did you mean '--tier'?\n  next: assay check --help");
  refused("list methods all", "'all' is one argument too many\n  next: ");
  refused("fuzz --seconds soon", "--seconds: ");
}

TEST_CASE("every command has help with an example of its own") {
  const Folder folder;
  for (const std::string command :
       {"list",   "list cases", "list methods", "list workers", "list capabilities",
        "init",   "capture",    "replay",       "lower",        "check",
        "diff",   "compare",    "bench",        "fuzz",         "ops",
        "accept", "review",     "obsolete",     "export",       "merge",
        "matrix", "doctor",     "help"}) {
    INFO(command);
    const Said said = folder.assay(command + " --help");
    CHECK(said.status == 0);
    CHECK(said.has("Example: assay " + command));
  }
}

TEST_CASE("help explains commands and fields of case files, and knows near misses") {
  const Folder folder;
  CHECK(folder.assay("help").text == folder.assay("--help").text);
  CHECK(folder.assay("help check").text == folder.assay("check --help").text);
  CHECK(folder.assay("help compare")
            .has("A field of case files:\ncompare: differences from a golden to ignore"));
  CHECK(folder.assay("help expect").has("expect: expected failures\n  default: {}\n  type: object\n"));
  const Said unknown = folder.assay("help dynamics");
  CHECK(unknown.status == 2);
  CHECK(unknown.has("did you mean 'dynamic'?"));
}

TEST_CASE("list capabilities shows the table, its reasons, and the same as Markdown and JSON") {
  const Folder folder;
  const Said table = folder.assay("list capabilities");
  CHECK(table.status == 0);
  CHECK(table.has("symbolic_trace\n| make_fx\n| | make_fx_real\n"));
  CHECK(table.has("\nD diverges: silently wrong\n"));
  const Said reasons = folder.assay("list capabilities --feature arguments_alias");
  CHECK(reasons.has("(pytorch#139789)\n  probe: probes/writes_first\n"));
  CHECK(reasons.has("    because the second argument is read as it was before the write"));
  CHECK(folder.assay("list capabilities --method aot").has("captured, and replay agrees with eager: "));
  CHECK(folder.assay("list capabilities --format markdown").has("| `in_place` | both | + |"));
  CHECK(folder.assay("list capabilities --json").text.starts_with("[\n"));
}

TEST_CASE("a capability of another version is what that version does, and wrong names are exit 2") {
  const Folder folder;
  CHECK(folder.assay("list capabilities --feature own_generator --method make_fx --torch 2.12.1")
            .has("raises NotImplementedError"));
  CHECK(folder.assay("list capabilities --feature own_generator --method make_fx --torch 2.13.0")
            .has("replay_fails: holds no such generator"));
  const Said feature = folder.assay("list capabilities --feature in_plcae");
  CHECK(feature.status == 2);
  CHECK(feature.has("did you mean 'in_place'?"));
  CHECK(folder.assay("list capabilities --method make_fy").status == 2);
  CHECK(folder.assay("list capabilities --torch new").status == 2);
}

TEST_CASE("equal graph files are exit 0 and different ones exit 1 with both sides") {
  const Folder folder;
  folder.write("a.json", kGraph);
  folder.write("b.json", replaced(kGraph, "aten.relu.default", "aten.tanh.default"));
  CHECK(folder.assay("diff a.json a.json").status == 0);
  const Said differs = folder.assay("diff a.json b.json");
  CHECK(differs.status == 1);
  CHECK(differs.has("aten.relu.default"));
  CHECK(differs.has("aten.tanh.default"));
}

TEST_CASE("two results folders give one line per file as text, and one document as JSON") {
  const Folder folder;
  for (const char* file : {"old/graphs/a.json", "new/graphs/a.json", "old/graphs/gone.json"})
    folder.write(file, kGraph);
  const Said text = folder.assay("diff old new");
  CHECK(text.status == 1);
  CHECK(text.text == "a.json: equal at level exact: 3 nodes, 2 edges\ngone.json: only in old\n");
  const Said json = folder.assay("diff old new --format json");
  CHECK(json.status == 1);
  const auto document = nlohmann::json::parse(json.text);  // throws for a second document
  CHECK(document["files"][0]["diff"]["equal"] == true);
  CHECK(document["files"][1] == nlohmann::json{{"file", "gone.json"}, {"only_in", "left"}});
  CHECK(folder.assay("diff old old --format json").status == 0);
}

TEST_CASE("diff is coloured when --color says so, and never into a pipe by itself") {
  const Folder folder;
  folder.write("a.json", kGraph);
  folder.write("b.json", replaced(kGraph, "aten.relu.default", "aten.tanh.default"));
  CHECK(folder.assay("diff a.json b.json --color always").has("\x1b["));
  CHECK_FALSE(folder.assay("diff a.json b.json").has("\x1b["));
}

TEST_CASE("a level hides what it does not compare, and only that") {
  const Folder folder;
  folder.write("a.json", kGraph);
  folder.write("b.json",
               replaced(kGraph, R"("shape": [2,3], "stride": [3,1])", R"("shape": [2,3], "stride": [1,2])"));
  CHECK(folder.assay("diff a.json b.json --level shapes").status == 0);
  CHECK(folder.assay("diff a.json b.json --level exact").status == 1);
  CHECK(folder.assay("diff a.json b.json --level sharp").status == 2);
}

TEST_CASE("a truncated graph file is exit 2 with file and line, nothing else") {
  const Folder folder;
  folder.write("a.json", kGraph);
  folder.write("cut.json", std::string(kGraph).substr(0, 150));
  const Said said = folder.assay("diff a.json cut.json");
  CHECK(said.status == 2);
  CHECK(said.has("cut.json:2"));
  CHECK(said.has("expected"));
}

TEST_CASE("a graph file with a reference to nowhere is exit 2 and names the place") {
  const Folder folder;
  folder.write("bad.json", replaced(kGraph, R"({"%": [1,0]}}})", R"({"%": [7,0]}}})"));
  const Said said = folder.assay("export bad.json --to text");
  CHECK(said.status == 2);
  CHECK(said.has("bad.json:4"));
}

TEST_CASE("export shows a graph as text, as a table and for NetworkX") {
  const Folder folder;
  folder.write("a.json", kGraph);
  CHECK(folder.assay("export a.json --to text").has("%1 = aten.relu.default(self=%0) : f32[2,3]"));
  CHECK(folder.assay("export a.json --to tabular").has("aten.relu.default"));
  CHECK(folder.assay("export a.json --to networkx").has("\"id\": \"primals_1\""));
  CHECK(folder.assay("export a.json --to pdf").status == 2);
}

TEST_CASE("export draws a graph, and without Graphviz says what to install") {
  const Folder folder;
  folder.write("a.json", kGraph);
  const Said dot = folder.assay("export a.json --to dot");
  CHECK(dot.status == 0);
  CHECK(dot.has("\"forward/%0\" -> \"forward/%1\" [class=\"none\""));
  CHECK(folder.assay("export a.json --to dot --tensors").has("\"forward/%1.0\" [class=\"tensor none\""));
  CHECK(folder.assay("export a.json --to svg").has("<title>forward: %1 = aten.relu.default(self=%0)"));
  const Said absent = folder.assay("export a.json --to svg", "PATH=" + folder.path().string());
  CHECK(absent.status == 3);
  CHECK(absent.has("next: apt-get install graphviz"));
  const Said fold = folder.assay("export a.json --to dot --fold deep");
  CHECK(fold.status == 2);
  CHECK(fold.has("--fold: no way to fold a graph\n  expected: auto, none, or how many names"));
}

TEST_CASE(
    "export writes a graph for torch.fx and for Model Explorer, and what has no form is exit 2 with the "
    "node") {
  const Folder folder;
  folder.write("a.json", kGraph);
  CHECK(folder.assay("export a.json --to fx").has("n1 = make.op(\"aten.relu.default\", {\"self\": n0})"));
  CHECK(folder.assay("export a.json --to model-explorer").has("\"sourceNodeId\": \"forward/%0\""));
  folder.write("own.json", replaced(kGraph, "aten.relu.default", "fn:mylib.fuse"));
  const Said refused = folder.assay("export own.json --to fx");
  CHECK(refused.status == 2);
  CHECK(refused.has("forward/%1 fn:mylib.fuse: no form in torch.fx: a function of the program itself"));
}

TEST_CASE("export lists operators of a file, of a case's goldens and of a results folder") {
  const Folder folder;
  write_project(folder);
  folder.write("a.json", kGraph);
  folder.write("results/graphs/net/make_fx@cpu.json", kGraph);
  folder.write("results/graphs/net/export@cpu.json", kGraph);
  CHECK(folder.assay("export a.json --to ops").text.starts_with("1 call, 1 unique signature, 1 operator\n"));
  CHECK(
      folder.assay("export results --to ops").text.starts_with("2 calls, 1 unique signature, 1 operator\n"));
  CHECK(folder.assay("export results --to ops --pair export@cpu").text.starts_with("1 call, "));
  CHECK(folder.assay("export results --to ops --format json").has("\"unique_signatures\":1"));
  CHECK(folder.assay("export results --to ops --pair aot@cpu").status == 2);
  const Said none = folder.assay("export net --to ops");
  CHECK(none.status == 2);
  CHECK(none.has("net: no goldens\n  next: assay check net"));
  folder.write("golden/net.txt",
               "golden 2\ncase net\nholds make_fx@cpu\n\ngraphs make_fx@cpu\ngraph forward\n%0 = input user "
               "\"0\" : f32[2]\n"
               "%1 = aten.relu.default(self=%0) : f32[2]\noutput \"0\"=%1\nend\n");
  CHECK(folder.assay("export net --to ops").has("| 1 | `self=f32[2]` | `net make_fx@cpu` |"));
}

TEST_CASE("diff writes both graphs and their mapping for Model Explorer") {
  const Folder folder;
  folder.write("a.json", kGraph);
  folder.write("b.json", replaced(kGraph, "aten.relu.default", "aten.tanh.default"));
  const Said differs = folder.assay("diff a.json b.json --format model-explorer -o both");
  CHECK(differs.status == 1);
  CHECK(differs.has("next: model-explorer both/left.json both/right.json"));
  CHECK(folder.read("both/mapping.json").find("sync_navigation") != std::string::npos);
  CHECK(folder.read("both/left.json").find("\"difference\"") != std::string::npos);
  CHECK(folder.assay("diff a.json a.json --format model-explorer -o same").status == 0);
  CHECK(folder.read("same/left.json").find("\"difference\"") == std::string::npos);
  CHECK(folder.assay("diff a.json b.json --format model-explorer").status == 2);
}

TEST_CASE(
    "export shows a graph without its large constants, as git hands it to textconv, and a summary as it is") {
  const Folder folder;
  const std::string constant =
      R"({"id": 0, "kind": "input", "role": "constant", "name": "c", "value": {"sha256": ")" +
      std::string(64, 'a') + R"("}, )";
  folder.write("a.json",
               replaced(kGraph, R"({"id": 0, "kind": "input", "role": "user", "name": "0", )", constant));
  CHECK(folder.assay("export a.json --to text").has("sha256(" + std::string(64, 'a') + ")"));
  CHECK(folder.assay("diff a.json a.json").status == 2);
  CHECK(folder.assay("export absent.json --to text").status == 2);
  const std::string digests =
      " " + std::string(32, 'b') + " " + std::string(32, 'b') + " " + std::string(32, 'b');
  const std::string body = "{\"assay_summary\":2,\n\"graphs\":[],\n\"arguments\":{}}\n";
  const std::string lines = sha256_hex("aot@cpu\n" + digests.substr(1) + "\n" + body).substr(0, 32);
  const std::string summary = "golden 2\ncase a\nholds aot@cpu\nsha256" + digests + " " + lines +
                              "\n\ngraphs aot@cpu\n" + body + "end\n";
  folder.write("s.txt", summary);
  const Said said = folder.assay("export s.txt --to text");
  CHECK(said.status == 0);
  CHECK(said.text == summary);
  for (const std::string form : {"tabular", "svg", "fx", "model-explorer"})
    CHECK(folder.assay("export s.txt --to " + form).has("a summary, which has no nodes to show as " + form));
  CHECK(folder.assay("export s.txt --to ops")
            .has("next: assay capture a --method aot --device cpu -o graph.json"));
}

TEST_CASE("an unknown case or method is exit 2 with the nearest names") {
  const Folder folder;
  write_project(folder);
  const Said unknown_case = folder.assay("list cases nett");
  CHECK(unknown_case.status == 2);
  CHECK(unknown_case.has("net"));
  const Said unknown_method = folder.assay("check net --methods make_fy");
  CHECK(unknown_method.status == 2);
  CHECK(unknown_method.has("make_fx"));
  CHECK(folder.assay("check net --device gpu").status == 2);
}

TEST_CASE("an unknown key in a case file is exit 2 with file and key") {
  const Folder folder;
  write_project(folder);
  folder.write("models/net.json", R"({"case": "net", "factory": "net.py:Net", "inptus": []})");
  const Said said = folder.assay("list cases");
  CHECK(said.status == 2);
  CHECK(said.has("models/net.json:1"));
  CHECK(said.has("inputs"));
}

TEST_CASE("a worker that does not exist is exit 3 and says how to build it") {
  const Folder folder;
  write_project(folder);
  const Said said = folder.assay("check net --worker nowhere");
  CHECK(said.status == 3);
  CHECK(said.has("ci/worker.sh"));
}

TEST_CASE("accept alone is a usage error, and with CI set nothing is accepted") {
  const Folder folder;
  CHECK(folder.assay("accept").status == 2);
  CHECK(folder.assay("accept --all", "CI=true").status == 2);
  CHECK(folder.assay("accept --all --case x").status == 2);
}

TEST_CASE("init writes a case file once, relative to where it goes") {
  const Folder folder;
  folder.write("my_model.py", "def build(): pass\n");
  CHECK(folder.assay("init my_model.py:build -o models/my.json").status == 0);
  CHECK(folder.read("models/my.json").find("../my_model.py:build") != std::string::npos);
  CHECK(folder.assay("init my_model.py:build -o models/my.json").status == 2);
  CHECK(folder.assay("init nothing.py:build").status == 2);
}

}  // namespace
}  // namespace assay::test
