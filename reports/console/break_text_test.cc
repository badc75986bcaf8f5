// break_text: graph breaks of a run.
#include "reports/console/break_text.h"

#include <catch2/catch.hpp>

namespace assay {

TEST_CASE("each break of each capture has its line, with its reason and the program's own") {
  PairResult whole, cut, begun;
  whole.pair = {"zoo/mlp", MethodId::kDynamo, Device::kCpu};
  cut.pair = {"zoo/lstm", MethodId::kDynamo, Device::kCpu};
  cut.breaks = {{"forward", BreakSide::kAfter, "a skipped\nfunction", "lstm.py:14"},
                {"forward_1", BreakSide::kAfter, "print", "lstm.py:16"}};
  begun.pair = {"zoo/gru", MethodId::kAotJointCompile, Device::kCpu};
  begun.breaks = {{"joint", BreakSide::kBefore, "", ""}};
  CHECK(break_text({whole, cut, begun}) ==
        "graph breaks\n"
        "  zoo/lstm dynamo cpu            after forward at lstm.py:14: a skipped function\n"
        "                                 after forward_1 at lstm.py:16: print\n"
        "  zoo/gru aot_joint_compile cpu  before joint: Python ran there\n");
  CHECK(break_text({whole}).empty());
}

}  // namespace assay
