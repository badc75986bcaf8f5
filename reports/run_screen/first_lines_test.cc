// First lines of a run.
#include "reports/run_screen/first_lines.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

Case case_in(const std::string& file) {
  Case test;
  test.id = "a";
  test.file = file;
  return test;
}

TEST_CASE("the project is named, and other folders of goldens only where there are some") {
  const Project project{.root = "/src/repo"};
  CHECK(project_line(project, {case_in("/src/repo/models/a.json")}) == "project /src/repo: models/, golden/");
  CHECK(project_line(project, {case_in("/src/repo/models/a.json"), case_in("/mine/a.json")}) ==
        "project /src/repo: models/, golden/; other goldens in /mine/golden");
}

TEST_CASE("without a project the folders of goldens are all that is named") {
  CHECK(project_line({.root = "/here", .exists = false}, {case_in("/mine/a.json")}) ==
        "no project: goldens in /mine/golden");
}

TEST_CASE("a run says how much it is of, and by what worker") {
  Worker worker;
  worker.name = "default";
  worker.torch = "2.15.0";
  worker.python = "3.11.2";
  CHECK(announcement(1, 2, worker) == "assay: 1 case, 2 pairs; worker default (torch 2.15.0, Python 3.11.2)");
}

}  // namespace
}  // namespace assay
