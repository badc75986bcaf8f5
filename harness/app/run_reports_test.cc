// Reports of check and merge beside the console: SARIF, GitHub annotations, step summary.
#include <algorithm>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/testing/installation_of_cases.h"

namespace assay::test {
namespace {

using Json = nlohmann::json;

/// Two new cases and a case with text chosen by its model, in a folder of a repository.
class ReportedPlace : public InstallationOfCases {
 public:
  ReportedPlace() : InstallationOfCases({"a", "b", "inject"}) {
    write(".git/HEAD", "ref: refs/heads/main\n");
    write("models/b.json",
          "{\n  \"factory\": \"net.py:Net\", \"methods\": [\"make_fx\"], \"devices\": [\"cpu\"],\n"
          "  \"case\": \"b\"\n}\n");
  }
  Said on_github(const std::string& arguments, const std::string& variables = "GITHUB_ACTIONS=true") const {
    write("step.sh", variables + " ./build/bin/assay --no-resident " + arguments + " 2>&1\n");
    return said_by("cd '" + path().string() +
                   "' && env -u CI -u GITHUB_ACTIONS -u GITHUB_STEP_SUMMARY -u ASSAY_RESULTS -u ASSAY_PROJECT"
                   " -u ASSAY_WORKER -u VIRTUAL_ENV sh step.sh");
  }
  Json sarif(const std::string& file) const { return Json::parse(read(file))["runs"][0]; }
};

/// The lines that GitHub's runner reads as commands.
std::vector<std::string> commands_in(const std::string& text) {
  std::vector<std::string> commands;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (line.find("##[") != std::string::npos ||
        (begin != std::string::npos && line.substr(begin).starts_with("::")))
      commands.push_back(line);
  }
  return commands;
}

TEST_CASE("the file of --sarif has a result for each pair that is not green, at the line of its case") {
  const ReportedPlace place;
  CHECK(place.run("check a b --results r --sarif r.sarif").status == 1);
  const Json run = place.sarif("r.sarif");
  REQUIRE(run["results"].size() == 2);
  const Json& where = run["results"][1]["locations"][0]["physicalLocation"];
  CHECK(where["artifactLocation"]["uri"] == "models/b.json");
  CHECK(where["region"]["startLine"] == 3);
  CHECK(run["tool"]["driver"]["version"].get<std::string>().find('.') != std::string::npos);
  REQUIRE(place.run("accept --all --results r").status == 0);
  CHECK(place.run("check a b --results r --sarif r.sarif").status == 0);
  CHECK(place.sarif("r.sarif")["results"].empty());
}

TEST_CASE("a merge knows the places of its cases from the shards, those that did not run included") {
  const ReportedPlace place;
  place.run("check a b --shard 1/2 --results 1");
  CHECK(place.run("merge 1 -o whole --sarif whole.sarif").status == 1);
  const Json results = place.sarif("whole.sarif")["results"];
  std::string told;
  for (const Json& result : results)
    told += result["ruleId"].get<std::string>() + " " +
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].get<std::string>() + "; ";
  CHECK(told == "missing models/a.json; missing models/b.json; ");
  place.run("check a b --shard 2/2 --results 2");
  CHECK(place.run("merge 1 2 -o whole --sarif whole.sarif --annotations always")
            .has("::warning file=models/a.json,line=1,title=new%3A 2 pairs::"));
}

TEST_CASE("a callable of a Python file is found there") {
  const ReportedPlace place;
  place.write("my_model.py", "import torch\n\ndef build(): ...\n");
  place.gives("graph.json", place.read("build/workers/default/graph.a.json"));
  place.run("check my_model.py:build --methods make_fx --device cpu --results r --sarif r.sarif");
  const Json results = place.sarif("r.sarif")["results"];
  REQUIRE(results.size() == 1);
  const Json& where = results[0]["locations"][0]["physicalLocation"];
  CHECK(where["artifactLocation"]["uri"] == "my_model.py");
  CHECK(where["region"]["startLine"] == 3);
}

TEST_CASE("annotations are printed on GitHub Actions, elsewhere only when they are asked for") {
  const ReportedPlace place;
  CHECK(commands_in(place.run("check a --results r").text).empty());
  CHECK(commands_in(place.run("check a --results r --annotations always").text).size() == 1);
  const std::vector<std::string> commands = commands_in(place.on_github("check a --results r").text);
  REQUIRE(commands.size() == 1);
  CHECK(commands[0] ==
        "::warning file=models/a.json,line=1,title=new%3A 1 pair::no golden%0Aa make_fx cpu%0Anext: assay "
        "accept "
        "--case a --method make_fx --device cpu --results r");
  CHECK(commands_in(place.on_github("check a --results r --annotations never").text).empty());
  CHECK(place.run("check a --results r --annotations sometimes").status == 2);
}

TEST_CASE("nothing that a model says is a command of GitHub, however much is printed") {
  const ReportedPlace place;
  for (const char* loudness : {"", " -v", " -q"}) {
    const Said said = place.on_github(std::string("check inject --results r --junit r.xml") + loudness);
    INFO(said.text);
    CHECK(said.status == 1);
    const std::vector<std::string> commands = commands_in(said.text);
    REQUIRE(commands.size() == 1);
    CHECK(commands[0].starts_with(
        "::error file=models/inject.json,line=1,title=raises%3A 1 pair::at stage capture: "));
    CHECK(commands[0].find("##[") == std::string::npos);
    CHECK(said.has("\\x3a:warning::injected"));  // printed as plain text
  }
  CHECK(
      commands_in(place.on_github("verdict inject --method make_fx --device cpu --results r").text).empty());
  CHECK(commands_in(place.on_github("capture inject --method make_fx -v").text).empty());
  CHECK(commands_in(place.on_github("compare inject --methods make_fx -v").text).empty());
}

TEST_CASE("the summary of a step is appended to, on the page of the workflow's run") {
  const ReportedPlace place;
  place.write("summary.md", "before\n");
  place.on_github("check a b --results r", "GITHUB_STEP_SUMMARY=summary.md");
  const std::string summary = place.read("summary.md");
  CHECK(
      summary.starts_with("before\n### Assay, torch <code>2&#46;15&#46;0</code>\n\n- NEW  2 pairs: 2 new\n"));
  CHECK(summary.find("| new | 2 | <code>no golden</code><br><code>a make&#95;fx cpu</code> and 1 more | "
                     "<code>assay accept &#45;&#45;all &#45;&#45;results r</code> |\n") != std::string::npos);
  place.on_github("check a b --results r --annotations never", "GITHUB_STEP_SUMMARY=summary.md");
  CHECK(place.read("summary.md") == summary);
}

TEST_CASE("a summary that cannot be written costs a line, not the verdict") {
  const ReportedPlace place;
  const Said said = place.on_github("check a --results r", "GITHUB_STEP_SUMMARY=no/such/folder/summary.md");
  CHECK(said.status == 1);
  CHECK(said.has("assay: the step's summary was not written: cannot write no/such/folder/summary.md\n"));
  CHECK(said.has("1 pair: 1 new"));
}

}  // namespace
}  // namespace assay::test
