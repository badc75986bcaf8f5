// Each kind of mutation: a text graph, and the lines that a mutant changes.
#include "harness/testing/defects/mutation.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay::defects {
namespace {

std::set<std::string> lines_of(const std::string& text) {
  std::set<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.insert(line);
  return lines;
}

/// The lines of each mutant of a kind that are not in the graph, mutant by mutant.
std::string mutants(MutationKind kind, std::string_view text, const InputBytes& bytes = {}) {
  const GraphFile file = parse_text(text);
  const std::set<std::string> before = lines_of(print_text(file));
  std::set<std::string> found;
  for (const Mutant& mutant : mutants_of(file, bytes, 50, 1)) {
    if (mutant.kind != kind) continue;
    std::string told;
    for (const std::string& line : lines_of(print_text(mutant.file)))
      if (!before.contains(line)) told += line + "\n";
    found.insert(mutant.change + ":\n" + told);
  }
  std::string all;
  for (const std::string& one : found) all += one;
  return all;
}

constexpr std::string_view kJoint =
    "graph joint\n"
    "%0 = input parameter \"a\" : f32[2,2]\n"
    "%1 = input tangent \"0\" : f32[2,2]\n"
    "%2 = input tangent \"1\" : f32[2,2]\n"
    "%3 = aten.sub.Tensor(self=%1, other=%0) : f32[2,2]\n"
    "%4 = aten.mul.Tensor(self=%3, other=%2) : f32[2,2]\n"
    "output gradient \"a\"=%4, gradient \"b\"=%3\n";

TEST_CASE("two tangents of one shape change places for all that reads them") {
  CHECK(mutants(MutationKind::kSwapTangents, kJoint) ==
        "tangent \"0\" <-> tangent \"1\":\n"
        "%3 = aten.sub.Tensor(self=%2, other=%0) : f32[2,2]\n"
        "%4 = aten.mul.Tensor(self=%3, other=%1) : f32[2,2]\n");
}

TEST_CASE(
    "operands of a difference change places as swap_arguments, those of a product as swap_commutative") {
  CHECK(mutants(MutationKind::kSwapArguments, kJoint) ==
        "self <-> other:\n%3 = aten.sub.Tensor(self=%0, other=%1) : f32[2,2]\n");
  CHECK(mutants(MutationKind::kSwapCommutative, kJoint) ==
        "self <-> other:\n%4 = aten.mul.Tensor(self=%2, other=%3) : f32[2,2]\n");
}

TEST_CASE("gradients of one shape change places, are None, and are zeros") {
  CHECK(mutants(MutationKind::kSwapGradients, kJoint) ==
        "gradient:a <-> gradient:b:\noutput gradient \"a\"=%3, gradient \"b\"=%4\n");
  CHECK(mutants(MutationKind::kLoseGradient, kJoint) ==
        "gradient:a is None:\noutput gradient \"a\"=None, gradient \"b\"=%3\n"
        "gradient:b is None:\noutput gradient \"a\"=%4, gradient \"b\"=None\n");
  CHECK(mutants(MutationKind::kZeroGradient, kJoint) ==
        "gradient:a is zeros:\n%5 = aten.zeros_like.default(self=%4) : f32[2,2]\n"
        "output gradient \"a\"=%5, gradient \"b\"=%3\n"
        "gradient:b is zeros:\n%5 = aten.zeros_like.default(self=%3) : f32[2,2]\n"
        "output gradient \"a\"=%4, gradient \"b\"=%5\n");
}

TEST_CASE("an operator comes between a tangent and one of its readers") {
  CHECK(mutants(MutationKind::kFlipTangent, kJoint).find("aten.flip.default(self=%2, dims=[0])") !=
        std::string::npos);
  CHECK(
      mutants(MutationKind::kRollTangent, kJoint).find("aten.roll.default(self=%1, shifts=[1], dims=[0])") !=
      std::string::npos);
  CHECK(
      mutants(MutationKind::kTransposeTangent, kJoint).find("aten.transpose.int(self=%1, dim0=0, dim1=1)") !=
      std::string::npos);
}

constexpr std::string_view kWrites =
    "graph forward\n"
    "%0 = input user \"0\" : f32[3]\n"
    "%1 = aten.clone.default(self=%0) : f32[3]\n"
    "%2 = aten.mul_.Tensor(self=%1, other=3.0) mutates(self) alias(0:self) : f32[3]\n"
    "%3 = aten.exp.default(self=%1) : f32[3]\n"
    "output \"0\"=%3\n";

TEST_CASE("a write is lost, done twice, done to a copy, and done behind what reads it") {
  CHECK(mutants(MutationKind::kLoseWrite, kWrites) ==
        "mul_ lost:\n%2 = aten.exp.default(self=%1) : f32[3]\noutput \"0\"=%2\n");
  CHECK(mutants(MutationKind::kDoubleWrite, kWrites) ==
        "mul_ twice:\n%3 = aten.mul_.Tensor(self=%1, other=3.0) mutates(self) alias(0:self) : f32[3]\n"
        "%4 = aten.exp.default(self=%1) : f32[3]\noutput \"0\"=%4\n");
  CHECK(mutants(MutationKind::kWriteCopy, kWrites) ==
        "mul_ of a copy:\n%2 = aten.clone.default(self=%1) : f32[3]\n"
        "%3 = aten.mul_.Tensor(self=%2, other=3.0) mutates(self) alias(0:self) : f32[3]\n"
        "%4 = aten.exp.default(self=%1) : f32[3]\noutput \"0\"=%4\n");
  CHECK(mutants(MutationKind::kSwapWriteAndRead, kWrites) ==
        "%2 behind %3:\n%2 = aten.exp.default(self=%1) : f32[3]\n"
        "%3 = aten.mul_.Tensor(self=%1, other=3.0) mutates(self) alias(0:self) : f32[3]\noutput \"0\"=%2\n");
}

TEST_CASE("a copy is lost where it is no result of a write") {
  CHECK(mutants(MutationKind::kDropClone, kWrites) ==
        "clone lost:\n%2 = aten.mul_.Tensor(self=%0, other=3.0) mutates(self) alias(0:self) : f32[3]\n"
        "%3 = aten.exp.default(self=%0) : f32[3]\n");
}

constexpr std::string_view kConstants =
    "graph forward\n"
    "%0 = input user \"0\" : f32[2,3]\n"
    "%1 = aten.native_layer_norm.default(input=%0, normalized_shape=[3], weight=None, bias=None, eps=1e-05) "
    ": "
    "(f32[2,3], f32[2,1], f32[2,1])\n"
    "%2 = aten.sum.dim_IntList(self=%1.0, dim=[1], keepdim=True) : f32[2,1]\n"
    "%3 = aten.mul.Tensor(self=%2, other=2.0) : f32[2,1]\n"
    "%4 = aten.slice.Tensor(self=%3, dim=0, start=0, end=1) alias(0:self) : f32[1,1]\n"
    "output \"0\"=%4\n";

TEST_CASE("constants change by what their names say") {
  CHECK(mutants(MutationKind::kNudgeConstant, kConstants) ==
        "other 2 -> 2.0002:\n%3 = aten.mul.Tensor(self=%2, other=2.0002) : f32[2,1]\n");
  CHECK(mutants(MutationKind::kFlipKeepdim, kConstants) ==
        "keepdim True -> False:\n%2 = aten.sum.dim_IntList(self=%1, dim=[1], keepdim=False) : f32[2]\n");
  CHECK(mutants(MutationKind::kChangeDim, kConstants).starts_with("dim 0 -> 1:\n"));
  CHECK(mutants(MutationKind::kChangeEps, kConstants).find("eps=1e-04)") != std::string::npos);
  CHECK(mutants(MutationKind::kShiftSlice, kConstants).find("end=2)") != std::string::npos);
  CHECK(mutants(MutationKind::kMeanForSum, kConstants) ==
        "sum -> mean:\n%2 = aten.mean.dim(self=%1, dim=[1], keepdim=True) : f32[2,1]\n");
}

TEST_CASE("the neighbouring output of an operator that gives several, where there is one of its type") {
  CHECK(mutants(MutationKind::kOtherOutput, kConstants) ==
        "output 0 -> 1 of %1:\n%2 = aten.sum.dim_IntList(self=%1.1, dim=[1], keepdim=True) : f32[2,1]\n");
}

TEST_CASE("an input is the constant that it was at capture, where its bytes are known") {
  constexpr std::string_view kIds =
      "graph forward\n%0 = input user \"0\" : i64[1]\n%1 = aten.abs.default(self=%0) : i64[1]\noutput "
      "\"0\"=%1\n";
  CHECK(mutants(MutationKind::kBakeIntegers, kIds) == "");
  const std::string baked =
      mutants(MutationKind::kBakeIntegers, kIds, {{{Role::kUser, "0"}, std::string(8, '\1')}});
  CHECK(baked.starts_with("user \"0\":\n%1 = input constant \"baked_3\""));
  CHECK(baked.ends_with("%2 = aten.abs.default(self=%1) : i64[1]\noutput \"0\"=%2\n"));
}

TEST_CASE("guards are lost, and inequalities take one more") {
  constexpr std::string_view kGuarded =
      "graph forward\nsymbol s0 hint=4 lower=2 upper=8\nguard 3 <= s0\nguard Ne(s0, 5)\n"
      "%0 = input user \"0\" : f32[s0]\n%1 = aten.sin.default(self=%0) : f32[s0]\noutput \"0\"=%1\n";
  CHECK(mutants(MutationKind::kLoseGuard, kGuarded) == "3 <= s0 lost:\nNe(s0, 5) lost:\n");
  CHECK(mutants(MutationKind::kWidenGuard, kGuarded) == "3 <= s0 -> 2 <= s0:\nguard 2 <= s0\n");
  CHECK(mutants(MutationKind::kWidenRange, kGuarded) ==
        "s0 from 1:\nsymbol s0 hint=4 lower=1 upper=8\ns0 up to 9:\nsymbol s0 hint=4 lower=2 upper=9\n");
}

TEST_CASE("a file and a seed give the same mutants, each another file, and none in dead code") {
  const GraphFile file = parse_text(kConstants);
  const std::vector<Mutant> left = mutants_of(file, {}, 2, 7), right = mutants_of(file, {}, 2, 7);
  REQUIRE(left.size() > 10);
  REQUIRE(left.size() == right.size());
  for (std::size_t at = 0; at < left.size(); ++at) {
    CHECK(print_text(left[at].file) == print_text(right[at].file));
    CHECK(print_text(left[at].file) != print_text(file));
  }
  CHECK(mutants(MutationKind::kLoseOperator,
                "graph f\n%0 = input user \"0\" : f32[2]\n%1 = aten.sin.default(self=%0) : f32[2]\noutput "
                "\"0\"=%0\n") == "");
}

TEST_CASE("nodes come in another order, values that are handed on stay in theirs") {
  const std::string other =
      mutants(MutationKind::kReorder,
              "graph f\n%0 = input saved \"0\" : f32[2]\n%1 = input saved \"1\" : f32[2]\n"
              "%2 = input user \"2\" : f32[2]\n%3 = aten.sin.default(self=%0) : f32[2]\n"
              "%4 = aten.cos.default(self=%1) : f32[2]\n%5 = aten.exp.default(self=%2) : f32[2]\n"
              "output \"0\"=%3, \"1\"=%4, \"2\"=%5\n");
  CHECK(other.starts_with("another order:\n"));
  const std::size_t first = other.find("input saved \"0\""), second = other.find("input saved \"1\"");
  if (first != std::string::npos && second != std::string::npos) CHECK(first < second);
}

TEST_CASE("each kind has a row in the order of the enumeration, and a name of its own") {
  std::set<std::string_view> names;
  for (std::size_t at = 0; at < mutations().size(); ++at) {
    CHECK(static_cast<std::size_t>(mutations()[at].kind) == at);
    names.insert(mutations()[at].name);
  }
  CHECK(names.size() == mutations().size());
  CHECK(names.size() >= 60);
}

}  // namespace
}  // namespace assay::defects
