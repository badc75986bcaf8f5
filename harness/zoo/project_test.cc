// Finding projects, reading their cases, and selecting among them.
#include "harness/zoo/project.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"
#include "harness/testing/scratch_variable.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string one(const std::string& id) { return R"({"case": ")" + id + R"(", "factory": "m:f"})"; }

/// A project with seed/mlp, seed/lstm, nets/resnet18 and nets/resnet34, the last two in one file.
struct ProjectFolder : ScratchFolder {
  ProjectFolder() {
    write("p/models/seed/mlp.json", one("seed/mlp"));
    write("p/models/seed/lstm.json", one("seed/lstm"));
    write("p/models/nets.json",
          R"({"factory": "m:f", "each": [{"case": "nets/resnet34"}, {"case": "nets/resnet18"}]})");
    fs::create_directories(root() / "p/golden");
  }
  Project project() const { return {root() / "p"}; }
  std::string selected(const std::vector<std::string>& selectors) const {
    std::string ids;
    for (const Case& test : select_cases(project(), selectors)) ids += test.id + " ";
    return ids;
  }
};

TEST_CASE("a project is named, or in the environment, or around the current folder, or there is none") {
  const ProjectFolder scratch;
  fs::create_directories(scratch / "q/models");
  fs::create_directories(scratch / "q/golden");
  const std::string p = (scratch / "p").string(), q = (scratch / "q").string();
  const fs::path inside = scratch / "p/models/seed";
  {
    const ScratchVariable variable("ASSAY_PROJECT", q);
    CHECK(find_project(p, "/").root == p);
    CHECK(find_project("", inside).root == q);
  }
  const ScratchVariable variable("ASSAY_PROJECT", std::nullopt);
  CHECK(find_project("", inside).root == p);
  CHECK(find_project("", scratch / "p").root == p);
  CHECK(find_project("", scratch / "p").exists);
  CHECK_FALSE(find_project("", scratch.root()).exists);
}

TEST_CASE("models/ with a case file is a project without golden/, and with other people's JSON it is none") {
  const ScratchFolder scratch;
  const ScratchVariable variable("ASSAY_PROJECT", std::nullopt);
  scratch.write("p/models/deep/x.json", one("x"));
  scratch.write("q/models/config.json", R"({"hidden_size": 8})");
  scratch.write("q/models/net.py", "\"case\"");
  CHECK(find_project("", scratch / "p/models/deep").root == (scratch / "p").string());
  CHECK_FALSE(find_project("", scratch / "q").exists);
  CHECK(find_project((scratch / "q").string(), "/").exists);  // an explicit root needs no case
}

TEST_CASE("without a project there are no cases, and the error says how to make one") {
  const ScratchFolder scratch;
  fs::create_directories(scratch / "q/models");
  const auto message = [&](const fs::path& folder) {
    return message_of<InputError>(scratch, [&] { all_cases({.root = folder, .exists = false}); });
  };
  CHECK(message(scratch.root()) ==
        "SCRATCH: no project\n  expected: a folder with models/*.json, here or above, or --project DIR\n"
        "  found: no models/\n  next: assay init FILE.py:CALLABLE -o models/NAME.json");
  CHECK(message(scratch / "q").find("found: models/ without a case file\n") != std::string::npos);
}

TEST_CASE("a named folder that is no project is an error") {
  const ScratchFolder scratch;
  const ScratchVariable variable("ASSAY_PROJECT", std::nullopt);
  CHECK(message_of<InputError>(scratch, [&] { find_project(scratch.root().string(), "/"); }) ==
        "SCRATCH (--project): not a project\n  expected: a folder with models/\n  found: a folder without "
        "it\n  next: mkdir -p SCRATCH/models");
  const ScratchVariable named("ASSAY_PROJECT", (scratch / "no").string());
  CHECK(message_of<InputError>(scratch, [&] { find_project("", "/"); })
            .starts_with("SCRATCH/no (ASSAY_PROJECT): not a project\n  expected: a folder with models/\n  "
                         "found: no such folder\n"));
}

TEST_CASE("all cases come in order of id, families expanded") {
  CHECK(ProjectFolder().selected({}) == "nets/resnet18 nets/resnet34 seed/lstm seed/mlp ");
}

TEST_CASE("two equal ids are an error that names both files") {
  const ProjectFolder scratch;
  scratch.write("p/models/z.json", one("seed/mlp"));
  CHECK(message_of<InputError>(scratch, [&] { all_cases(scratch.project()); }) ==
        "SCRATCH/p/models/z.json: two cases have the id 'seed/mlp'\n  expected: an id of its own\n"
        "  found: the same id in SCRATCH/p/models/seed/mlp.json\n  next: change \"case\" in one of the two "
        "files");
}

TEST_CASE("a folder without a case is an error, never green") {
  const ScratchFolder scratch;
  fs::create_directories(scratch / "models");
  scratch.write("models/notes.txt", "no case");
  CHECK(message_of<InputError>(scratch, [&] { all_cases({scratch.root()}); }) ==
        "SCRATCH/models: a folder of cases without a case\n  expected: at least one case file NAME.json\n  "
        "found: none\n"
        "  next: assay init FILE.py:CALLABLE -o SCRATCH/models/NAME.json");
  CHECK(message_of<InputError>(scratch, [&] {
          all_cases({scratch / "no"});
        }).starts_with("SCRATCH/no/models: no folder of cases\n"));
}

TEST_CASE("cases are selected by id, glob, file and callable, each once") {
  const ProjectFolder scratch;
  const std::string python = scratch.write("mine/m.py", "def f(): ...").string();
  CHECK(scratch.selected({"seed/mlp"}) == "seed/mlp ");
  CHECK(scratch.selected({"seed*", "*lstm"}) == "seed/lstm seed/mlp ");
  CHECK(scratch.selected({"nets/resnet[!3]*"}) == "nets/resnet18 ");
  CHECK(scratch.selected({(scratch / "p/models/nets.json").string(), "nets/resnet18"}) ==
        "nets/resnet18 nets/resnet34 ");
  CHECK(scratch.selected({python + ":f", "seed/mlp", python + ":f"}) == "m/f seed/mlp ");
}

TEST_CASE("a case says how a command line names it") {
  const ProjectFolder scratch;
  const std::string file = (scratch / "p/models/seed/mlp.json").string();
  CHECK(select_cases(scratch.project(), {"seed/m*"}).at(0).selector == "seed/mlp");
  CHECK(select_cases(scratch.project(), {file}).at(0).selector == file);
}

TEST_CASE("a case of one's own needs no project") {
  const ScratchFolder scratch;
  const std::string file = scratch.write("mine/x.json", one("mine/x")).string();
  const auto cases = select_cases({scratch / "nowhere"}, {file});
  REQUIRE(cases.size() == 1);
  CHECK(cases[0].family == ".");
}

TEST_CASE("a file in the project keeps its family when it is selected as a file") {
  const ProjectFolder scratch;
  CHECK(select_cases(scratch.project(), {(scratch / "p/models/seed/mlp.json").string()}).at(0).family ==
        "seed");
}

TEST_CASE("a selector that selects nothing is an error with the nearest ids") {
  const ProjectFolder scratch;
  CHECK(message_of<InputError>(scratch,
                               [&] {
                                 scratch.selected({"seed/mlp", "resnet81"});
                               }) ==
        "SCRATCH/p/models: no case 'resnet81'; did you mean 'nets/resnet18', 'nets/resnet34'?\n"
        "  expected: an id, a glob over ids, a case file, FILE.py:CALLABLE, op_db/NAME/DTYPE or a folder of "
        "samples\n  found: "
        "'resnet81'\n  next: "
        "assay list cases");
  CHECK(message_of<InputError>(scratch, [&] {
          scratch.selected({"sead*"});
        }).starts_with("SCRATCH/p/models: no case 'sead*'\n"));
  CHECK(message_of<InputError>(scratch, [&] {
          scratch.selected({"no.json"});
        }).starts_with("SCRATCH/p/models: no case 'no.json'\n"));
  CHECK(message_of<InputError>(scratch, [&] {
          scratch.selected({"no.py:f"});
        }).starts_with("no.py: no such file\n"));
  CHECK(message_of<InputError>(scratch, [&] {
          scratch.selected({"no.py"});
        }).starts_with("no.py: no such file\n"));
}

TEST_CASE("one bad case file is an error that names it") {
  const ProjectFolder scratch;
  scratch.write("p/models/bad.json", "{");
  CHECK(message_of<InputError>(scratch, [&] {
          all_cases(scratch.project());
        }).starts_with("SCRATCH/p/models/bad.json:1: not JSON: "));
}

TEST_CASE("goldens live in the project a case lies in, else beside it") {
  const ProjectFolder scratch;
  fs::create_directories(scratch / "q/models");
  fs::create_directories(scratch / "q/golden");
  const auto root_for = [&](const std::string& name) {
    const Case test = read_case_file(scratch.write(name, one("x")), {}).at(0);
    return scratch.hide(golden_root(scratch.project(), test).string());
  };
  CHECK(root_for("p/models/seed/x.json") == "SCRATCH/p/golden");
  CHECK(root_for("p/x.json") == "SCRATCH/p/golden");
  CHECK(root_for("q/models/x.json") == "SCRATCH/q/golden");
  CHECK(root_for("mine/x.json") == "SCRATCH/mine/golden");
  CHECK(root_for("pp/x.json") == "SCRATCH/pp/golden");
  CHECK(root_for("r/models/x.json") == "SCRATCH/r/golden");  // golden/ exists after the first accept
  const Case mine = read_case_file(scratch.write("s/mine/x.json", one("x")), {}).at(0);
  CHECK(scratch.hide(golden_root({.root = scratch / "s", .exists = false}, mine).string()) ==
        "SCRATCH/s/mine/golden");
}

TEST_CASE("methods are selected by name and glob, in the order of the table") {
  CHECK(select_methods({}).size() == all_methods().size());
  CHECK(select_methods({"aot*", "make_fx"}) == std::vector{MethodId::kMakeFx, MethodId::kAotJoint,
                                                           MethodId::kAotJointCompile, MethodId::kAot,
                                                           MethodId::kAotMinCut});
  const ScratchFolder scratch;
  CHECK(message_of<InputError>(scratch,
                               [] {
                                 select_methods({"make_fx", "aotjoint"});
                               }) ==
        "no method 'aotjoint'; did you mean 'aot_joint'?\n"
        "  expected: one of 'symbolic_trace', 'make_fx', 'make_fx_real', 'make_fx_symbolic', "
        "'make_fx_plain', 'make_fx_core_aten', 'make_fx_grad', 'precompile', 'dispatch', 'native', "
        "'native_composite', 'aot_joint', 'aot_joint_compile', 'aot', 'aot_min_cut', 'export', "
        "'export_strict', 'dynamo', or a glob\n"
        "  found: 'aotjoint'\n  next: assay list methods");
}

TEST_CASE("every case of this repository reads, and lies in a family") {
  const auto cases = all_cases({fs::path(ASSAY_SOURCE_DIR)});
  CHECK(cases.size() >= 16);
  for (const Case& test : cases) {
    INFO(test.id);
    CHECK(test.family != ".");
  }
}

}  // namespace
}  // namespace assay
