// The project of a command, and the tree it may write into: never another user's.
#include <catch2/catch.hpp>

#include "harness/testing/installation_of_cases.h"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

const std::string kCheckOne = "check --no-resident -j 1 --results r ";

/// Runs the `assay` of `place` in an unrelated folder.
Said typed_in(const Folder& elsewhere, const Installation& place, const std::string& arguments) {
  return said_by("cd '" + elsewhere.path().string() + "' && env -u CI -u ASSAY_PROJECT -u ASSAY_RESULTS '" +
                 (place.path() / "build/bin/assay").string() + "' " + arguments + " 2>&1");
}

TEST_CASE("models/ without golden/ is a project, which the first line names, and accept makes its golden/") {
  const InstallationOfCases place({"a"});
  fs::remove(place.path() / "golden");
  const Said said = place.run(kCheckOne);
  CHECK(said.text.starts_with("assay: project " + place.path().string() + ": models/, golden/\n"));
  CHECK(said.has("1 pair: 1 new"));
  CHECK(place.run("accept --all --results r").status == 0);
  CHECK(fs::exists(place.path() / "golden/a.txt"));
  CHECK(place.run(kCheckOne).status == 0);
}

TEST_CASE("a case file of such a project has its golden there, and not beside itself") {
  const InstallationOfCases place({"a"});
  fs::remove(place.path() / "golden");
  CHECK(place.run(kCheckOne + "models/a.json").has("1 pair: 1 new"));
  CHECK(place.run("accept --all --results r").status == 0);
  CHECK(fs::exists(place.path() / "golden/a.txt"));
  CHECK_FALSE(fs::exists(place.path() / "models/golden"));
}

TEST_CASE("in a folder without a project nothing is checked, and the error says how to make one") {
  const InstallationOfCases place({"a"});
  const Folder elsewhere;
  for (const std::string line : {"check", "list cases", "obsolete"}) {
    INFO(line);
    const Said said = typed_in(elsewhere, place, line);
    CHECK(said.status == 2);
    CHECK(said.has(elsewhere.path().string() + ": no project\n"));
    CHECK(said.has("next: assay init FILE.py:CALLABLE -o models/NAME.json"));
  }
  CHECK(typed_in(elsewhere, place, "list cases --project '" + place.path().string() + "'").status == 0);
}

TEST_CASE("a case of one's own needs no project, and its golden stays beside it") {
  const InstallationOfCases place({"a"});
  const Folder elsewhere;
  elsewhere.write("sub/mine.json",
                  R"({"case": "a", "factory": "net.py:Net", "methods": ["make_fx"], "devices": ["cpu"]})");
  const Said said = typed_in(elsewhere, place, kCheckOne + "sub/mine.json");
  CHECK(said.text.starts_with("assay: no project: goldens in " + (elsewhere.path() / "sub/golden").string() +
                              "\n"));
  CHECK(typed_in(elsewhere, place, "accept --all --results r").status == 0);
  CHECK(fs::exists(elsewhere.path() / "sub/golden/a.txt"));
  CHECK_FALSE(fs::exists(place.path() / "golden/a.txt"));
}

TEST_CASE("what was checked in a project is not accepted into a folder that is none") {
  const InstallationOfCases place({"a"});
  const Folder elsewhere;
  CHECK(place.run(kCheckOne).has("1 new"));
  const Said said =
      typed_in(elsewhere, place, "accept --all --results '" + (place.path() / "r").string() + "'");
  CHECK(said.status == 1);
  CHECK(said.has("its golden belongs in " + (place.path() / "golden").string() +
                 ", not below the current folder"));
  CHECK_FALSE(fs::exists(elsewhere.path() / "golden"));
}

TEST_CASE("a program reads the tree that was installed with it, and writes nothing there") {
  const InstallationOfCases place({"a"});
  CHECK(place.run("list capabilities --feature in_place").status == 0);
  const Said said = place.run("matrix --torch 2.15.0 --results m");
  CHECK(said.status == 3);
  CHECK(said.has((place.path() / "build/bin/assay").string() +
                 ": a copy of the program, which writes nothing into the tree that it reads\n"));
}

TEST_CASE("a program that was copied with its tree reads the copy") {
  const InstallationOfCases place({"a"});
  place.write("harness/methods/features.json", "{\"of the copy\": 1}");
  const Said said = place.run("list capabilities --feature in_place");
  CHECK(said.status == 2);
  CHECK(said.has((place.path() / "harness/methods/features.json").string()));
}

}  // namespace
}  // namespace assay::test
