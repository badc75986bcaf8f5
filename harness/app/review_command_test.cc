// review, accept --cause and obsolete from the command line, without a worker.
#include <fstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/golden_store/golden_store.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/results/results_folder.h"
#include "harness/testing/command.h"
#include "harness/testing/json_schema.h"
#include "harness/testing/two_operators.h"

namespace assay::test {
namespace {

using namespace nlohmann::literals;

namespace fs = std::filesystem;

/// A project with cases a, b and c, whose goldens are relu and neg. A check found tanh in a and b, abs in b
/// and c.
class Changed : public Folder {
 public:
  Changed() {
    write("models/net.py", "");
    fs::create_directories(path() / "golden");
    for (const char* id : {"a", "b", "c"}) {
      write(std::string("models/") + id + ".json",
            std::string(R"({"case": ")") + id + R"(", "factory": "net.py:Net"})");
      write("agreed.json", graph(id, "relu", "neg"));
      unsetenv("CI");
      GoldenStore(path() / "golden").accept(pair(id), path() / "agreed.json");
    }
    ResultsFolder results(path() / "results", OpenFor::kFresh);
    propose(results, "a", "tanh", "neg");
    propose(results, "b", "tanh", "abs");
    propose(results, "c", "relu", "abs");
  }

  static PairId pair(const std::string& id) { return {id, MethodId::kMakeFx, Device::kCpu}; }
  static std::string graph(const std::string& id, const std::string& first, const std::string& second) {
    return write_graph_file(two_operators(id, first, second));
  }
  void propose(ResultsFolder& results, const std::string& id, const std::string& first,
               const std::string& second) {
    PairResult record;
    record.pair = pair(id);
    record.verdict = Verdict::kDiffers;
    record.pending = "pending/" + id + ".json";
    record.golden_root = (path() / "golden").string();
    record.outcome = Outcome::kCaptured;
    record.replay.emplace();
    write("results/" + record.pending, graph(id, first, second));
    results.append(record);
  }
  /// A check on 2.14.1 that found relu and `second` in c, in the results folder "older".
  void check_older(Verdict verdict, const std::string& second) {
    ResultsFolder results(path() / "older", OpenFor::kFresh);
    std::string text = graph("c", "relu", second);
    text.replace(text.find("2.15.0"), 6, "2.14.1");
    write("older/graphs/c.json", text);
    PairResult record;
    record.pair = pair("c");
    record.verdict = verdict;
    record.not_yet_verified = true;
    record.graph = "graphs/c.json";
    record.golden_root = (path() / "golden").string();
    results.append(record);
  }
  bool verified_on_older() const { return read("golden/c.txt").find("2.14.1") != std::string::npos; }
  Said run(const std::string& arguments, const std::string& environment = "",
           const std::string& typed = "") const {
    return assay(arguments + " --results results", environment, typed);
  }
  /// The id of the cause that found `op`.
  std::string cause(const std::string& op) const {
    const auto list = nlohmann::json::parse(run("review --list --json").text);
    for (const auto& cause : list.at("causes"))
      if (cause.at("right").get<std::string>().find(op) != std::string::npos) return cause.at("id");
    return "none";
  }
  /// The operators in the golden of `id`, such as "relu neg".
  std::string golden(const std::string& id) const {
    const GraphFile file = load_graph_file((path() / "golden" / (id + ".txt")).string());
    return to_string(file.graphs[0].nodes[1].target) + " " + to_string(file.graphs[0].nodes[2].target);
  }
};

TEST_CASE("the list names each cause once, with its graphs, and is exit 1 while something is pending") {
  const Changed folder;
  const Said said = folder.run("review --list");
  CHECK(said.status == 1);
  CHECK(said.has("2 causes in 3 pending graphs; next: assay accept --cause "));
  CHECK(said.has("2 graphs, 2 places"));
  CHECK(said.has("  graph     a make_fx cpu\n  graph     b make_fx cpu\n"));
  const auto json = nlohmann::json::parse(folder.run("review --list --json").text);
  CHECK(json.at("assay_causes") == 1);
  CHECK(json.at("graphs").size() == 3);
  CHECK(json.at("graphs")[1].at("causes").size() == 2);
}

TEST_CASE("the list as JSON keeps its schema, and what breaks the schema is found out") {
  const Changed folder;
  const auto schema =
      nlohmann::json::parse(std::ifstream(ASSAY_SOURCE_DIR "/reports/pending_text/review.schema.json"));
  const auto list = nlohmann::json::parse(folder.run("review --list --json").text);
  REQUIRE(list.at("causes").size() == 2);
  CHECK(schema_breach(list, schema).empty());
  const auto broken = [&](const char* pointer, const nlohmann::json& value) {
    auto document = list;
    document[nlohmann::json::json_pointer(pointer)] = value;
    return schema_breach(document, schema);
  };
  CHECK(broken("/assay_causes", 2) == ".assay_causes const");
  CHECK(broken("/causes/1/id", "tanh") == ".causes[].id pattern");
  CHECK(broken("/causes/0/kind", "other") == ".causes[].kind enum");
  CHECK(broken("/causes/0/graphs/0/device", "tpu") == ".causes[].graphs[].device enum");
  CHECK(broken("/graphs/2/reason", "") == ".graphs[] additionalProperties reason");
}

TEST_CASE("the schema of the list names every kind of difference, and no other but its own two") {
  const auto schema =
      nlohmann::json::parse(std::ifstream(ASSAY_SOURCE_DIR "/reports/pending_text/review.schema.json"));
  nlohmann::json kinds = kDiffKindNames.names();
  kinds.insert(kinds.end(), {"new", "summary"});
  CHECK(schema.at("/properties/causes/items/properties/kind/enum"_json_pointer) == kinds);
}

TEST_CASE("accepting by cause takes the graphs without another, and says which remain") {
  const Changed folder;
  const std::string tanh = folder.cause("tanh"), abs = folder.cause("abs");
  const Said first = folder.run("accept --cause " + tanh);
  CHECK(first.status == 1);
  CHECK(first.has("1 golden accepted"));
  CHECK(first.has("remains  b make_fx cpu: also " + abs));
  CHECK(folder.golden("a") == "tanh neg");
  CHECK(folder.golden("b") == "relu neg");
  const Said both = folder.run("accept --cause " + tanh + " --cause " + abs);
  CHECK(both.status == 0);
  CHECK(folder.golden("b") == "tanh abs");
  CHECK(folder.golden("c") == "relu abs");
  CHECK(folder.run("review --list").status == 0);
}

TEST_CASE("accepting takes globs over cases and methods, and every device by all") {
  const Changed folder;
  CHECK(folder.run("accept --case 'x*'").status == 2);
  CHECK(folder.run("accept --method 'aot*'").status == 2);
  CHECK(folder.run("accept --device cuda").status == 2);
  CHECK(folder.golden("a") == "relu neg");
  CHECK(folder.run("accept --case 'a*' --case b --method 'make*' --device all").has("2 goldens accepted"));
  CHECK(folder.golden("a") == "tanh neg");
  CHECK(folder.golden("c") == "relu neg");
}

TEST_CASE("a cause that is not pending is a usage error, and nothing is accepted") {
  const Changed folder;
  const Said said = folder.run("accept --cause 00000000");
  CHECK(said.status == 2);
  CHECK(said.has("no pending graph has this cause"));
  CHECK(folder.golden("a") == "relu neg");
}

TEST_CASE("reviewing: accept, then reject, each cause is asked for once") {
  const Changed folder;
  const bool tanh_first =
      folder.run("review --list").text.find("tanh") < folder.run("review --list").text.find("abs");
  const Said said = folder.run("review", "", "a\nr\n");
  CHECK(said.status == 1);
  CHECK(said.has("1 golden accepted, 2 graphs rejected, 0 graphs still pending"));
  CHECK(folder.golden(tanh_first ? "a" : "c") == (tanh_first ? "tanh neg" : "relu abs"));
  CHECK(folder.golden("b") == "relu neg");
  CHECK_FALSE(fs::exists(folder.path() / "results/pending/b.json"));
}

TEST_CASE("reviewing: accepting every cause accepts every graph and is green") {
  const Changed folder;
  const Said said = folder.run("review", "", "a\na\n");
  CHECK(said.status == 0);
  CHECK(said.has("3 goldens accepted, 0 graphs rejected, 0 graphs still pending"));
  CHECK(folder.golden("b") == "tanh abs");
}

TEST_CASE("reviewing: skip, quit, nonsense and the end of the input change nothing") {
  for (const char* typed : {"s\ns\n", "q\n", "", "what\nq\n"}) {
    const Changed folder;
    const Said said = folder.run("review", "", typed);
    CHECK(said.status == 1);
    CHECK(said.has("0 goldens accepted, 0 graphs rejected, 3 graphs still pending"));
    CHECK(folder.golden("a") == "relu neg");
  }
}

TEST_CASE("rejecting by cause asks nothing and removes the proposals it touches") {
  const Changed folder;
  const Said said = folder.run("review --reject " + folder.cause("abs"));
  CHECK(said.has("2 graphs rejected"));
  CHECK(fs::exists(folder.path() / "results/pending/a.json"));
  CHECK_FALSE(fs::exists(folder.path() / "results/pending/c.json"));
  CHECK(folder.run("accept --all").has("1 golden accepted"));
}

TEST_CASE("accepting adds the version of what matches to its golden, once, and of nothing that differs") {
  Changed folder;
  folder.check_older(Verdict::kMatch, "neg");
  CHECK(folder.assay("accept --case c --results older")
            .has("0 goldens accepted, 1 verified with a further version"));
  CHECK(folder.verified_on_older());
  CHECK(folder.assay("accept --case c --results older").status == 2);
  CHECK_FALSE(folder.run("accept --case c").has("verified with"));
}

TEST_CASE("a capture that is expected to diverge verifies the golden it equals on a further version") {
  Changed folder;
  folder.check_older(Verdict::kExpectedFailure, "neg");
  CHECK(folder.assay("accept --all --results older")
            .has("0 goldens accepted, 1 verified with a further version"));
  CHECK(folder.verified_on_older());
}

TEST_CASE("a failure that is not expected verifies nothing, nor does a graph that is not the golden's") {
  Changed folder;
  folder.check_older(Verdict::kUnexpectedFailure, "neg");
  CHECK(folder.assay("accept --all --results older").status == 2);
  folder.check_older(Verdict::kExpectedFailure, "tanh");
  CHECK(folder.assay("accept --all --results older").status == 2);
  CHECK_FALSE(folder.verified_on_older());
}

TEST_CASE("with CI set review, accept by cause and deleting are exit 2 and nothing changes") {
  const Changed folder;
  const std::string tanh = folder.cause("tanh");
  for (const std::string& arguments :
       {std::string("review"), std::string("review --list"), "accept --cause " + tanh}) {
    const Said said = folder.run(arguments, "CI=true", "a\na\n");
    CHECK(said.status == 2);
    CHECK(said.has("never in CI"));
  }
  fs::remove(folder.path() / "models/c.json");
  CHECK(folder.assay("obsolete --delete", "CI=true").status == 2);
  CHECK(folder.golden("a") == "relu neg");
  CHECK(folder.golden("c") == "relu neg");
}

TEST_CASE("obsolete is exit 0 for none, 1 for some, and deletes those alone") {
  const Changed folder;
  CHECK(folder.assay("obsolete").status == 0);
  fs::remove(folder.path() / "models/c.json");
  const Said listed = folder.assay("obsolete", "CI=true");
  CHECK(listed.status == 1);
  CHECK(listed.has("golden/c.txt: no case 'c'"));
  CHECK(listed.has("1 obsolete; next: assay obsolete --delete"));
  CHECK(folder.assay("obsolete --delete").status == 0);
  CHECK_FALSE(fs::exists(folder.path() / "golden/c.txt"));
  CHECK(folder.golden("a") == "relu neg");
  CHECK(folder.assay("obsolete").status == 0);
}

/// Results of a check in another project, brought here: tanh in a.
class Brought : public Changed {
 public:
  /// Results of a run in `project`, whose record of a has `golden_root`.
  void brings(const std::string& project, const std::string& golden_root) {
    ResultsFolder results(path() / "brought", OpenFor::kFresh);
    RunHead head;
    head.project = project;
    results.begin(head);
    PairResult record;
    record.pair = pair("a");
    record.verdict = Verdict::kDiffers;
    record.pending = "pending/a.json";
    record.golden_root = golden_root;
    record.outcome = Outcome::kCaptured;
    record.replay.emplace();
    write("brought/pending/a.json", graph("a", "tanh", "neg"));
    results.append(record);
  }
};

TEST_CASE("results of a run elsewhere are accepted into the project here: it is not theirs to say where") {
  Brought folder;
  folder.brings("/there", "/there/golden");
  CHECK(folder.assay("accept --all --results brought").has("1 golden accepted"));
  CHECK(folder.golden("a") == "tanh neg");
  CHECK_FALSE(fs::exists("/there"));
}

TEST_CASE("the project that --project names is the one that accept writes to") {
  Brought folder;
  folder.brings("/there", "/there/golden");
  const Folder other;
  const Said said = other.assay("accept --all --project '" + folder.path().string() + "' --results '" +
                                (folder.path() / "brought").string() + "'");
  CHECK(said.has("1 golden accepted"));
  CHECK(folder.golden("a") == "tanh neg");
  CHECK_FALSE(fs::exists(other.path() / "golden"));
}

TEST_CASE("a record that names another folder than its project's is refused, and nothing is written there") {
  const Folder victim;
  const std::string elsewhere = (victim.path() / "golden").string();
  Brought folder;
  folder.brings("/there", elsewhere);
  const std::string all = "accept --all --results brought";
  const auto list = nlohmann::json::parse(folder.assay("review --list --json --results brought").text);
  const std::string cause =
      "accept --results brought --cause " + list.at("causes").at(0).at("id").get<std::string>();
  for (const std::string& arguments : {all, cause}) {
    const Said said = folder.assay(arguments);
    CHECK(said.status == 1);
    CHECK(said.has("refused  a make_fx cpu: its golden belongs in " + elsewhere));
  }
  CHECK(folder.assay("review --results brought", "", "a\n").has("0 goldens accepted"));
  CHECK_FALSE(fs::exists(victim.path() / "golden"));
  CHECK(folder.golden("a") == "relu neg");
  fs::create_directories(victim.path() / "golden");  // the current folder has a golden/, so this is intended
  CHECK(victim.assay("accept --all --results '" + (folder.path() / "brought").string() + "'").status == 0);
  CHECK(fs::exists(victim.path() / "golden/a.txt"));
}

TEST_CASE("a proposal that is a link, or lies behind one, is not read, accepted or removed") {
  for (const bool whole_folder : {false, true}) {
    const Folder victim;
    victim.write("a.json", Changed::graph("a", "tanh", "neg"));
    Brought folder;
    folder.brings("/there", "/there/golden");
    fs::remove_all(folder.path() / "brought/pending");
    if (!whole_folder) fs::create_directories(folder.path() / "brought/pending");
    fs::create_symlink(whole_folder ? victim.path() : victim.path() / "a.json",
                       folder.path() / (whole_folder ? "brought/pending" : "brought/pending/a.json"));
    const std::string reject = "review --reject " + folder.cause("tanh");
    for (const std::string& arguments : {std::string("accept --all"), reject}) {
      const Said said = folder.assay(arguments + " --results brought");
      CHECK(said.status == 2);
      CHECK(said.has("a link that leads out of the results folder"));
    }
    CHECK(fs::exists(victim.path() / "a.json"));
    CHECK(folder.golden("a") == "relu neg");
  }
}

/// A golden of three pairs, and a proposal for the second.
class Shared : public Folder {
 public:
  Shared() {
    write("golden/c.txt",
          "golden 2\ncase c\nholds aot@cpu\nholds make_fx@cpu as aot@cpu\nholds make_fx@cuda as "
          "aot@cpu\n\ngraphs aot@cpu\ngraph f\n"
          "%0 = input user \"0\" : f32[2]\n%1 = relu(self=%0) : f32[2]\n%2 = neg(self=%1) : f32[2]\n"
          "output \"0\"=%2\nend\n");
    write("p.json", Changed::graph("c", "relu", "abs"));
  }
};

TEST_CASE(
    "a command that takes a graph file reads the first pair of a golden, or the one that --pair names") {
  const Shared folder;
  const std::string golden = "golden/c.txt";
  CHECK(folder.assay("export " + golden + " --to text").has("method aot\ndevice cpu\n"));
  const Said cuda = folder.assay("export " + golden + " --pair make_fx@cuda --to text");
  CHECK(cuda.has("method make_fx\ndevice cuda\n"));
  CHECK(cuda.has("%1 = relu(self=%0) : f32[2] cuda\n"));
  const Said none = folder.assay("export " + golden + " --pair native@cpu --to text");
  CHECK(none.status == 2);
  CHECK(none.has("a golden of other pairs\n  expected: aot@cpu, make_fx@cpu, make_fx@cuda\n"));
}

TEST_CASE(
    "diff takes the pair of the graph file that a golden is compared with, or the one that --pair names") {
  const Shared folder;
  const std::string files = "golden/c.txt p.json";
  CHECK(folder.assay("diff " + files).has("1 changed"));
  CHECK_FALSE(folder.assay("diff " + files).has("device"));
  CHECK(folder.assay("diff " + files + " --pair make_fx@cuda").has("device"));
}

/// A graph above the size limit, captured by `torch`. Versions differ in a stride.
std::string large_graph(const std::string& torch, int stride) {
  std::string text = "graph f\n%0 = input user \"0\" : f32[2]\n";
  for (int k = 1; k <= 300; ++k)
    text += fmt::format("%{} = aten.relu.default(self=%{}) : f32[2]{{{}}}\n", k, k - 1, stride);
  GraphFile file = parse_text(text + "output \"0\"=%300\n");
  file.header = read_graph_file(Changed::graph("c", "relu", "neg"), "c.json").header;
  file.header.torch = torch;
  return write_graph_file(file);
}

TEST_CASE("diff takes the golden that holds for the version, where a summary of several is in one file") {
  const Folder folder;
  unsetenv("CI");
  const GoldenStore store(folder.path() / "golden");
  for (const auto& [torch, stride] : {std::pair("2.14.0", 1), std::pair("2.15.0", 2)}) {
    folder.write("p.json", large_graph(torch, stride));
    store.accept(Changed::pair("c"), folder.path() / "p.json");
  }
  folder.write("2.14.json", large_graph("2.14.0", 1));
  folder.write("2.15.json", large_graph("2.15.0+cu130", 2));
  folder.write("wrong.json", large_graph("2.15.0", 1));
  const std::string diff = "diff golden/c.txt ";
  CHECK(folder.assay("export golden/c.txt --to text").has("holds make_fx@cpu from 2.15 "));
  CHECK(folder.assay(diff + "2.14.json").status == 0);
  CHECK(folder.assay(diff + "2.15.json").status == 0);
  CHECK(folder.assay(diff + "2.15.json --pair make_fx@cpu").status == 0);
  const Said wrong = folder.assay(diff + "wrong.json");
  CHECK(wrong.status == 1);
  CHECK(wrong.has("graph"));
}

TEST_CASE("what export writes as JSON is the graph file again") {
  const Shared folder;
  CHECK(folder.assay("export golden/c.txt --pair make_fx@cpu --to json -o g.json").status == 0);
  CHECK(folder.assay("diff golden/c.txt g.json").status == 0);
  CHECK(folder.assay("diff g.json p.json").status == 1);
}

}  // namespace
}  // namespace assay::test
