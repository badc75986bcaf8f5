// print: a module of plain PyTorch and a case file of the zoo.
#include "harness/fuzz/print.h"

#include <cstdlib>

#include <catch2/catch.hpp>

#include "harness/fuzz/decode.h"
#include "harness/fuzz/enumerate.h"
#include "harness/fuzz/spaces.h"
#include "harness/testing/scratch_folder.h"
#include "harness/zoo/case.h"

namespace assay::fuzz {
namespace {

TEST_CASE("a module has its programs and the inputs of each") {
  Sequence numbers{2, 0, 0, 0};
  for (const auto& [operation, target] :
       {std::pair{Operation::kSlice, 0}, {Operation::kZero, 2}, {Operation::kDouble, 0}})
    numbers.insert(numbers.end(), {number_of(operation), static_cast<std::uint16_t>(target), 0});
  CHECK(print_module("A buffer's view is written.", {{"Found", decode(numbers, Vocabulary::kAliasing)}}) ==
        R"("""A buffer's view is written."""

import torch
from torch import nn


class Found(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.arange(24, dtype=torch.float64).reshape(4, 6).clone())

    def forward(self, y):
        v2 = self.kept[1:]
        v2.zero_()
        v3 = self.kept * 2
        return v3


def inputs_of_Found():
    first = 1 + 100 * int(torch.randint(0, 50, ()))
    y = torch.tensor(1000 + first, dtype=torch.float64)
    return y,
)");
}

TEST_CASE("Python takes what is printed of every space") {
  const ScratchFolder scratch;
  for (const Space space : kSpaceNames.values()) {
    std::vector<NamedProgram> programs;
    for (const CodedProgram& coded : programs_of(space, 3, 300))
      programs.push_back({"P" + std::to_string(programs.size()), decode(coded.sequence, coded.vocabulary)});
    REQUIRE(programs.size() == 300);
    const auto is_python = [&](const std::string& text) {
      const std::string file = scratch.write("programs.py", text).string();
      const std::string check = "import ast, sys; ast.parse(open(sys.argv[1]).read())";
      return std::system(("python3 -B -c '" + check + "' '" + file + "' 2>/dev/null").c_str()) == 0;
    };
    const std::string text = print_module("", programs);
    INFO(kSpaceNames[space]);
    CHECK(is_python(text));
    CHECK_FALSE(is_python(text + "def broken(:\n"));
  }
}

TEST_CASE("a case file of the zoo names them") {
  const std::vector<Case> cases = read_case_text(
      print_cases("programs.py", {{"fuzz/a", "A"}, {"fuzz/b", "B"}}), "models/fuzz/programs.json");
  REQUIRE(cases.size() == 2);
  CHECK(cases[1].id == "fuzz/b");
  CHECK(cases[1].limits.seconds == 60);
}

}  // namespace
}  // namespace assay::fuzz
