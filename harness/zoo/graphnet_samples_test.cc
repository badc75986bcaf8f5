// Folders of samples: their cases and ids.
#include "harness/zoo/graphnet_samples.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"
#include "harness/zoo/project.h"

namespace assay {
namespace {

void add_sample(const ScratchFolder& scratch, const std::string& folder) {
  scratch.write(folder + "/model.py", "class GraphModule: ...\n");
  scratch.write(folder + "/weight_meta.py", "");
}

TEST_CASE("every folder of samples below a folder is a case, named by its path") {
  const ScratchFolder scratch;
  add_sample(scratch, "samples/timm/resnet18");
  add_sample(scratch, "samples/nemo/a b+c");
  add_sample(scratch, "samples/nemo/a b+c/_decomposed/part_0");
  scratch.write("samples/timm/no_sample/model.py", "");
  const auto cases = cases_of_samples(scratch / "samples");
  REQUIRE(cases.size() == 3);
  CHECK(cases[0].id == "samples/nemo/a_b_c");
  CHECK(cases[1].id == "samples/nemo/a_b_c/_decomposed/part_0");
  CHECK(cases[2].id == "samples/timm/resnet18");
  CHECK(cases[2].family == "samples/timm");
  CHECK((*cases[2].expanded)["kwargs"]["folder"] == (scratch / "samples/timm/resnet18").string());
  CHECK((*cases[2].expanded)["train"] == false);
}

TEST_CASE("a sample is another case once one of its files is another") {
  const ScratchFolder scratch;
  add_sample(scratch, "one");
  const std::string before = cases_of_samples(scratch / "one").at(0).sha256;
  CHECK(cases_of_samples(scratch / "one").at(0).sha256 == before);
  scratch.write("one/input_meta.py", "class A: ...\n");
  CHECK(cases_of_samples(scratch / "one").at(0).sha256 != before);
}

TEST_CASE("a selector that is a folder names the samples below it, and one without any is an error") {
  const ScratchFolder scratch;
  add_sample(scratch, "mine/net");
  std::filesystem::create_directories(scratch / "empty");
  const Project project{scratch.root()};
  CHECK(select_cases(project, {(scratch / "mine").string()}).at(0).id == "mine/net");
  CHECK(message_of<InputError>(scratch, [&] { select_cases(project, {(scratch / "empty").string()}); }) ==
        "SCRATCH/empty: a folder without a sample of GraphNet\n  expected: folders with model.py and "
        "weight_meta.py\n  found: none\n  next: ls SCRATCH/empty");
}

}  // namespace
}  // namespace assay
