// project_digest: changes with the inputs of a verdict, and with nothing else.
#include "harness/check/project_digest.h"

#include <utility>

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

/// A project of two cases.
struct ProjectFolder : ScratchFolder {
  ProjectFolder() {
    for (const char* root : {"p", "q"}) {
      const std::filesystem::path project = root;
      write(project / "models/a.json", R"({"case": "a", "factory": "net.py:f"})");
      write(project / "models/b.json", R"({"case": "b", "factory": "net.py:f"})");
      write(project / "models/net.py", "def f(): pass");
      write(project / "golden/a.txt", "a graph");
      write(project / "golden/b.txt", "a graph");
    }
  }
  std::string digest(const std::vector<std::string>& cases, const char* project = "p") const {
    const Project at{root() / project};
    return project_digest(at, select_cases(at, cases));
  }
};

TEST_CASE("a project has one digest wherever it lies") {
  const ProjectFolder scratch;
  CHECK(scratch.digest({}) == scratch.digest({}, "q"));
  CHECK(scratch.digest({"a"}) != scratch.digest({"b"}));
}

TEST_CASE("a case file, a golden and the models' Python each change it") {
  const ProjectFolder scratch;
  std::string before = scratch.digest({"a"});
  const auto changes = [&](const char* file, const char* text) {
    scratch.write(file, text);
    const std::string now = scratch.digest({"a"});
    return std::exchange(before, now) != now;
  };
  CHECK(changes("p/models/a.json", R"({"case": "a", "factory": "net.py:g"})"));
  CHECK(changes("p/models/net.py", "def g(): pass"));
  CHECK(changes("p/golden/a.txt", "another graph"));
  CHECK(changes("p/golden/a.txt", ""));
}

TEST_CASE("what other cases have, and what Python leaves behind, does not") {
  const ProjectFolder scratch;
  const std::string before = scratch.digest({"a"});
  scratch.write("p/golden/b.txt", "another graph");
  scratch.write("p/models/__pycache__/net.cpython-311.pyc", "x");
  CHECK(scratch.digest({"a"}) == before);
  CHECK(scratch.digest({"b"}) != before);
}

}  // namespace
}  // namespace assay
