// assay matrix with fake workers: a script replaces ci/worker.sh, and workers answer with a given graph.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/graph/json.h"
#include "harness/graph/text.h"
#include "harness/results/folder_lock.h"
#include "harness/run/matrix_run.h"
#include "harness/testing/command.h"
#include "reports/drift_text/matrix_report.h"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

// Replaces ci/worker.sh: makes a worker in build/workers, or prints why not. versions/V defines each version:
// graph.json, `start` for a failing import, `interrupt` for a Ctrl-C while it is made.
constexpr const char* kWorkerScript = R"sh(#!/usr/bin/env bash
set -e
root="$(cd "$(dirname "$0")/.." && pwd)"
worker="$root/build/workers/torch-$2"
echo "$2 from ${UV_DEFAULT_INDEX:-the default index}" >>"$root/installed"
if [[ ! -d "$root/versions/$2" ]]; then
  echo "uv could not install ci/requirements/torch-$2.txt (see above)" >"$ASSAY_REASON_FILE"
  echo "anything else" >&2
  exit 3
fi
if [[ -e "$root/versions/$2/interrupt" ]]; then kill -INT "$PPID"; fi
mkdir -p "$worker/bin"
cp "$root/versions/$2"/* "$worker"
ln -sf "$root/fake_worker" "$worker/bin/assay-capture"
cat >"$worker/worker.json" <<END
{"torch": "$2", "python": "3.11.2", "executable": "/python", "methods": ["make_fx"],
 "devices": ["cpu", "cuda"], "protocol": 1}
END
)sh";

std::string graph_with(const std::string& op) {
  return write_graph_file(
      parse_text("case net\nmethod make_fx\ndevice cpu\ntorch 2.15.0\ngraph forward\n"
                 "%0 = input user \"0\" : f32[2,3]\n%1 = " +
                 op + "(self=%0) : f32[2,3]\noutput \"0\"=%1\n"));
}

/// A folder with `assay`, its workers and a project with one case.
class MatrixPlace {
 public:
  MatrixPlace() {
    folder_.write("models/net.py", "");
    folder_.write("models/net.json",
                  R"({"case": "net", "factory": "net.py:Net", "inputs": [{"shape": [2, 3]}]})");
    fs::create_directories(root() / "golden");
    folder_.write("ci/worker.sh", kWorkerScript);
    fs::permissions(root() / "ci/worker.sh", fs::perms::owner_all);
    fs::create_directories(root() / "build/bin");
    fs::create_directories(root() / "build/workers");
    fs::copy_file(ASSAY_PROGRAM, root() / "build/bin/assay");
    fs::create_symlink(ASSAY_FAKE_WORKER, root() / "fake_worker");
  }

  fs::path root() const { return folder_.path(); }
  const Folder& folder() const { return folder_; }
  void gives(const std::string& version, const std::string& op) const {
    folder_.write("versions/" + version + "/graph.json", graph_with(op));
  }
  void cannot_import(const std::string& version) const {
    folder_.write("versions/" + version + "/start", "import_error");
  }
  /// Makes the worker of `version` the default worker.
  void be_default(const std::string& version) const {
    const fs::path workers = root() / "build/workers", own = workers / ("torch-" + version);
    const std::string made = (root() / "ci/worker.sh").string() + " --torch " + version + " >/dev/null";
    std::string installed = folder_.read("installed");
    REQUIRE(std::system(made.c_str()) == 0);
    folder_.write("installed", installed);
    fs::rename(own, workers / "default");
  }
  bool has_worker(const std::string& version) const {
    return fs::exists(root() / "build/workers" / ("torch-" + version));
  }
  MatrixPlan plan(const std::vector<std::string>& versions) const {
    MatrixPlan plan{
        .program = root() / "build/bin/assay",
        .worker_script = root() / "ci/worker.sh",
        .workers_root = root() / "build/workers",
        .results = root() / "results",
        .versions = {},
        .check_arguments = {"net", "--methods", "make_fx", "--device", "cpu", "--project", root()},
        .environment = {},
        .keep = 0};
    for (const std::string& version : versions) plan.versions.push_back(*version_from_string(version));
    return plan;
  }

 private:
  Folder folder_;
};

MatrixResult run(const MatrixPlan& plan) {
  return run_matrix(plan, [](const std::string&) {});
}

TEST_CASE("a version that cannot be installed is a row with its reason, and its neighbours are compared") {
  const MatrixPlace place;
  place.gives("2.11.0", "aten.detach.default");
  place.gives("2.13.0", "aten.alias.default");
  CHECK(
      matrix_text(run(place.plan({"2.11.0", "2.12.1", "2.13.0"}))) ==
      "torch 2.11.0: not green: 1 new\n"
      "torch 2.12.1: no results (worker): uv could not install ci/requirements/torch-2.12.1.txt (see above)\n"
      "torch 2.13.0: not green: 1 new\n"
      "\n"
      "2.11.0 to 2.13.0: 0 same, 1 changed, 0 newly failing, 0 newly passing\n"
      "  `aten.detach.default` became `aten.alias.default`: 1 node in 1 graph, first in 2.13.0\n");
}

TEST_CASE("assay and the scripts of ci give the reason of a failure to whoever names a file for it") {
  const Folder folder;
  CHECK(folder.assay("list nothing", "ASSAY_REASON_FILE=of_assay").status == 2);
  CHECK(folder.read("of_assay") == "no command 'nothing'\n");
  folder.write("script",
               ". " ASSAY_SOURCE_DIR "/ci/environment.sh; ASSAY_REASON_FILE=of_script stop 3 'no disk'");
  CHECK(said_by("cd '" + folder.path().string() + "' && bash script 2>&1").status == 3);
  CHECK(folder.read("of_script") == "no disk\n");
}

TEST_CASE("a program that gives no reason is told by the last line that it printed") {
  const MatrixPlace place;
  place.folder().write("ci/worker.sh", "#!/bin/sh\necho assay: error: first\necho last\nexit 3\n");
  CHECK(run(place.plan({"2.12.1"})).rows[0].reason == "last");
}

TEST_CASE("the same matrix with every version installed has no such row, and a drift per neighbours") {
  const MatrixPlace place;
  place.gives("2.11.0", "aten.detach.default");
  place.gives("2.12.1", "aten.detach.default");
  place.gives("2.13.0", "aten.alias.default");
  CHECK(matrix_text(run(place.plan({"2.11.0", "2.12.1", "2.13.0"}))) ==
        "torch 2.11.0: not green: 1 new\n"
        "torch 2.12.1: not green: 1 new\n"
        "torch 2.13.0: not green: 1 new\n"
        "\n"
        "2.11.0 to 2.12.1: 1 same, 0 changed, 0 newly failing, 0 newly passing\n"
        "\n"
        "2.12.1 to 2.13.0: 0 same, 1 changed, 0 newly failing, 0 newly passing\n"
        "  `aten.detach.default` became `aten.alias.default`: 1 node in 1 graph, first in 2.13.0\n");
}

TEST_CASE("a version that cannot be imported is a row of stage check, and the others go on") {
  const MatrixPlace place;
  place.cannot_import("2.11.0");
  place.gives("2.13.0", "aten.alias.default");
  const MatrixResult result = run(place.plan({"2.11.0", "2.13.0"}));
  CHECK(result.rows[0].stage == MatrixStage::kCheck);
  CHECK_THAT(result.rows[0].reason, Catch::Contains("worker"));
  CHECK(result.rows[1].stage == MatrixStage::kDone);
  CHECK(result.drifts.empty());
}

TEST_CASE("workers that the matrix made are removed, but for the newest that are kept") {
  const MatrixPlace place;
  for (const char* version : {"2.11.0", "2.12.1", "2.13.0"}) place.gives(version, "aten.t.default");
  MatrixPlan plan = place.plan({"2.11.0", "2.12.1", "2.13.0"});
  plan.keep = 1;
  run(plan);
  CHECK(!place.has_worker("2.11.0"));
  CHECK(!place.has_worker("2.12.1"));
  CHECK(place.has_worker("2.13.0"));
  plan.keep = 0;
  run(plan);
  CHECK(!place.has_worker("2.13.0"));
}

TEST_CASE("a matrix beside another is refused before it installs anything, on whatever folder of results") {
  const MatrixPlace place;
  place.gives("2.11.0", "aten.detach.default");
  const MatrixPlan plan = place.plan({"2.11.0"});
  const auto beside = [&](const fs::path& held) {
    const FolderLock lock(held);
    return run(plan);
  };
  fs::create_directories(plan.results);
  CHECK_THROWS_WITH(beside(plan.workers_root), Catch::Contains("another matrix makes and removes workers"));
  CHECK_THROWS_WITH(beside(plan.results), Catch::Contains("the results folder is in use"));
  CHECK_FALSE(fs::exists(place.root() / "installed"));
  CHECK(matrix_text(run(plan)) == "torch 2.11.0: not green: 1 new\n");
}

TEST_CASE("a worker that was there before is used and left alone") {
  const MatrixPlace place;
  place.gives("2.11.0", "aten.t.default");
  fs::create_directories(place.root() / "build/workers/torch-2.11.0");
  CHECK(run(place.plan({"2.11.0"})).rows[0].stage == MatrixStage::kDone);
  CHECK(place.has_worker("2.11.0"));
}

TEST_CASE("the default worker serves for its own version alone, and not where packages come from elsewhere") {
  const MatrixPlace place;
  for (const char* version : {"2.14.1", "2.15.0"}) place.gives(version, "aten.t.default");
  REQUIRE(run(place.plan({"2.15.0"})).rows[0].stage == MatrixStage::kDone);
  place.be_default("2.15.0");
  REQUIRE(run(place.plan({"2.14.1", "2.15.0"})).rows[1].stage == MatrixStage::kDone);
  MatrixPlan elsewhere = place.plan({"2.15.0"});
  elsewhere.environment = {{"UV_DEFAULT_INDEX", "an index"}};
  run(elsewhere);
  CHECK(place.folder().read("installed") ==
        "2.15.0 from the default index\n2.14.1 from the default index\n2.15.0 from an index\n");
}

TEST_CASE("a version that could not be installed leaves nothing behind") {
  const MatrixPlace place;
  CHECK(run(place.plan({"2.12.1"})).rows[0].stage == MatrixStage::kWorker);
  CHECK(!place.has_worker("2.12.1"));
}

TEST_CASE("an interrupted matrix keeps what it has, begins nothing more and leaves no worker behind") {
  const MatrixPlace place;
  for (const char* version : {"2.11.0", "2.12.1", "2.13.0"}) place.gives(version, "aten.t.default");
  place.folder().write("versions/2.12.1/interrupt", "");
  const MatrixResult result = run(place.plan({"2.11.0", "2.12.1", "2.13.0"}));
  CHECK(result.end == MatrixEnd::kInterrupted);
  CHECK(matrix_text(result) ==
        "torch 2.11.0: not green: 1 new\n"
        "torch 2.12.1: no results (worker): interrupted\n"
        "torch 2.13.0: no results (worker): not begun\n");
  CHECK(!place.has_worker("2.12.1"));
}

TEST_CASE("where packages come from reaches the worker script") {
  const MatrixPlace place;
  MatrixPlan plan = place.plan({"2.12.1"});
  run(plan);
  plan.environment = {{"UV_DEFAULT_INDEX", "an index"}};
  run(plan);
  CHECK(place.folder().read("installed") == "2.12.1 from the default index\n2.12.1 from an index\n");
}

TEST_CASE("matrix.json has a row per version and every pair of a cause by name") {
  const MatrixPlace place;
  place.gives("2.11.0", "aten.detach.default");
  place.gives("2.13.0", "aten.alias.default");
  const auto json = nlohmann::json::parse(matrix_json(run(place.plan({"2.11.0", "2.12.1", "2.13.0"}))));
  CHECK(json["assay_matrix"] == 1);
  CHECK(json["finished"] == true);
  CHECK(json["versions"][1]["stage"] == "worker");
  CHECK(json["versions"][0]["verdicts"]["new"] == 1);
  const auto& cause = json["drifts"][0]["causes"][0];
  CHECK(cause["first_in"] == "2.13.0");
  CHECK(cause["pairs"][0] == nlohmann::json{{"case", "net"}, {"method", "make_fx"}, {"device", "cpu"}});
}

TEST_CASE("a matrix of no version, of a wrong one or of no case is a usage error that installs nothing") {
  const Folder folder;
  CHECK(folder.assay("matrix").status == 2);
  CHECK(folder.assay("matrix --torch nightly").has("not a version"));
  folder.write("models/net.json", R"({"case": "net", "factory": "net.py:Net"})");
  const Said no_case = folder.assay("matrix nosuchcase --torch 2.15.0");
  CHECK(no_case.status == 2);
  CHECK(no_case.has("nosuchcase"));
}

}  // namespace
}  // namespace assay::test
