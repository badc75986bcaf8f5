// Files and lines of cases.
#include "harness/zoo/case_place.h"

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

/// A project in nets/. The `.git` of its repository lies in `repository`.
class Sources {
 public:
  explicit Sources(const std::string& repository) {
    scratch_.write(repository + "/.git/HEAD", "ref: refs/heads/main\n");
    scratch_.write("nets/models/seed/mlp.json",
                   "{\n \"factory\": \"net.py:Net\",\n \"case\": \"seed/mlp\"\n}\n");
    scratch_.write("nets/models/family.json",
                   "{\"factory\": \"net.py:Net\",\n \"each\": [\n  {\"case\": \"a\"},\n"
                   "  {\"kwargs\": {},\n   \"case\": \"b\"}\n ]}\n");
    scratch_.write("nets/my_model.py", "import torch\n\n\ndef build():\n  ...\n");
    scratch_.write("nets/golden/.keep", "");
  }
  Project project() const { return {scratch_ / "nets"}; }
  CasePlace of(const std::string& id) const {
    return place_of(select_cases(project(), {id}).at(0), project());
  }
  CasePlace of_callable(const std::string& text) const {
    return place_of(case_of_callable((scratch_ / text).string()), project());
  }

 private:
  ScratchFolder scratch_;
};

TEST_CASE("a case is found in the repository around its project, at the line of its id") {
  const Sources sources(".");
  CHECK(sources.of("seed/mlp") == CasePlace{"nets/models/seed/mlp.json", 3});
  CHECK(sources.of("a") == CasePlace{"nets/models/family.json", 3});
  CHECK(sources.of("b") == CasePlace{"nets/models/family.json", 5});
}

TEST_CASE("a project that is its own repository is the root") {
  CHECK(Sources("nets").of("a") == CasePlace{"models/family.json", 3});
}

TEST_CASE("a callable is found at its definition in the Python file") {
  CHECK(Sources(".").of_callable("nets/my_model.py:build") == CasePlace{"nets/my_model.py", 4});
}

TEST_CASE("without a repository the project is the root, and without a project the file's folder") {
  const ScratchFolder scratch;
  scratch.write("models/a.json", R"({"case": "a", "factory": "m:f"})");
  scratch.write("golden/.keep", "");
  const Project project{scratch.root()};
  const ScratchFolder elsewhere;
  const Case callable = case_of_callable(elsewhere.write("m.py", "f = 1\n").string() + ":f");
  CHECK(place_of(select_cases(project, {"a"}).at(0), project).file.ends_with("models/a.json"));
  CHECK(place_of(callable, project).file.ends_with("m.py"));
  CHECK_FALSE(place_of(callable, project).file.starts_with(".."));
}

/// The line of `callable` in a Python text.
int line_in(const std::string& python, const std::string& callable) {
  const ScratchFolder scratch;
  return case_of_callable(scratch.write("m.py", python).string() + ":" + callable).line;
}

TEST_CASE("a definition is a function, a class or an assignment at the margin") {
  CHECK(line_in("def builder(): ...\ndef build(): ...\n", "build") == 2);
  CHECK(line_in("\nclass Net(Module):\n  def build(self): ...\n", "Net.build") == 2);
  CHECK(line_in("\nasync def build (): ...", "build") == 2);
  CHECK(line_in("\r\nbuild = partial(Net, 3)\r\n", "build") == 2);
  CHECK(line_in("\n\nbuild: Callable = make\n", "build") == 3);
}

TEST_CASE("what only uses the name, or defines it elsewhere, is no definition") {
  CHECK(line_in("\nbuild()\n", "build") == 1);
  CHECK(line_in("\n  def build(): ...\n", "build") == 1);
  CHECK(line_in("\nfrom other import build\n", "build") == 1);
  CHECK(line_in("", "build") == 1);
}

}  // namespace
}  // namespace assay
