// decode: every sequence is a program that keeps eager's rules of writing, and always the same program.
#include "harness/fuzz/decode.h"

#include <random>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/fuzz/print.h"

namespace assay::fuzz {
namespace {

using enum Operation;

/// A head, then statements on the named variables.
struct Line {
  Operation operation{};
  std::uint16_t target = 0, operand = 1;
};
Sequence sequence(Sequence head, const std::vector<Line>& lines) {
  for (const Line& line : lines)
    head.insert(head.end(), {number_of(line.operation), line.target, line.operand});
  return head;
}

std::string body(const Sequence& numbers, Vocabulary vocabulary = Vocabulary::kAliasing) {
  return fmt::format("{}", fmt::join(body_lines(decode(numbers, vocabulary)), "\n"));
}

TEST_CASE("statements name what was made before them") {
  CHECK(body(sequence({0, 0, 1, 0}, {{kTranspose, 0}, {kAddNumber, 2}, {kDouble, 0}})) ==
        "v2 = x.t()\n"
        "v2.add_(1)\n"
        "v3 = x * 2\n"
        "return v3");
  CHECK(body(sequence({2, 0, 0, 1}, {{kSlice, 0}, {kCopy, 2, 1}})) ==
        "v2 = self.kept[1:]\n"
        "v2.copy_(y)\n"
        "return self.kept, v2");
}

TEST_CASE("what is not possible gives way to the next operation that is") {
  CHECK(body(sequence({0, 0, 1, 0}, {{kSelect, 0}, {kTranspose, 2}})) ==
        "v2 = x[0]\nv3 = x.t()\nreturn y * 2");
  CHECK(body(sequence({0, 0, 1, 0}, {{kExpand, 0}, {kAddNumber, 2}})) ==
        "v2 = x.expand(2, 4, 6)\nx.add_(1)\nreturn y * 2");
}

TEST_CASE("a leaf that requires a gradient is not written, and is where it does not") {
  const std::vector<Line> lines{{kAddNumber, 0}};
  CHECK(body(sequence({0, 2, 0, 0}, lines)).find("x.add_(1)") == std::string::npos);
  CHECK(body(sequence({0, 0, 0, 0}, lines)) == "x.add_(1)\nreturn y * 2");
  CHECK(body(sequence({0, 2, 0, 0}, {{kDetach, 0}, {kAddNumber, 2}})) ==
        "v2 = x.detach()\nv2.add_(1)\nreturn y * 2");
}

TEST_CASE("one of several results is not written under autograd, and is without") {
  const std::vector<Line> lines{{kChunk, 0}, {kZero, 2}};
  CHECK(body(sequence({1, 1, 0, 0}, lines)).find("zero_") == std::string::npos);
  CHECK(body(sequence({1, 0, 0, 0}, lines)) == "b = x * 2\nv2 = b.chunk(2, -1)[1]\nv2.zero_()\nreturn y * 2");
}

TEST_CASE("a state gets no history of its own") {
  const std::vector<Line> lines{{kAddOperand, 0, 1}};
  CHECK(body(sequence({2, 1, 0, 0}, lines)).find("self.kept.add_(y)") == std::string::npos);
  CHECK(body(sequence({0, 1, 0, 0}, lines)) == "x.add_(y)\nreturn y * 2");
}

TEST_CASE("what outlives the call keeps its shape, and what forward makes does not") {
  CHECK(body(sequence({0, 0, 1, 0}, {{kToItself, 0}, {kTransposeInPlace, 2}})).find("t_()") ==
        std::string::npos);
  CHECK(body(sequence({0, 0, 1, 0}, {{kSlice, 0}, {kTransposeInPlace, 2}})) ==
        "v2 = x[1:]\nv2.t_()\nreturn y * 2");
  CHECK(body(sequence({1, 0, 1, 0}, {{kTransposeInPlace, 0}})) == "b = x * 2\nb.t_()\nreturn y * 2");
}

TEST_CASE("an argument with a history is not written, and without is") {
  CHECK(body(sequence({4, 1, 0, 0}, {{kZero, 0}})).find("x.zero_()") == std::string::npos);
  CHECK(body(sequence({4, 0, 0, 0}, {{kZero, 0}})) == "x.zero_()\nreturn y * 2");
}

TEST_CASE("a region takes the statements that follow, and without any it is none") {
  CHECK(
      body(sequence({0, 0, 0, 0}, {{kNoGrad, 0, 0}, {kAddNumber, 0}, {kDouble, 0}}), Vocabulary::kRegions) ==
      "with torch.no_grad():\n"
      "    x.add_(1)\n"
      "v2 = x * 2\n"
      "return v2");
  CHECK(body(sequence({0, 0, 0, 0}, {{kCheckpoint, 0, 1}, {kTranspose, 0}, {kDouble, 1}}),
             Vocabulary::kRegions) ==
        "def body_v2(a):\n"
        "    v1 = a.t()\n"
        "    v2 = v1 * 2\n"
        "    return v2\n"
        "v2 = checkpoint(body_v2, x, use_reentrant=False)\n"
        "return v2");
  CHECK(body(sequence({0, 0, 0, 0}, {{kNoGrad, 0, 0}}), Vocabulary::kRegions) == "return y * 2");
}

TEST_CASE("a function with derivatives of its own stands within a transform, not within another function") {
  const auto around = [](Operation outer) {
    const std::vector<Line> lines{{outer, 0, 1}, {kOwnFunction, 0, 0}, {kDouble, 0}, {kDouble, 1}};
    return body(sequence({0, 0, 0, 0}, lines), Vocabulary::kRegions);
  };
  CHECK(around(kFunctionGrad) ==
        "def body_v2(a):\n"
        "    def body_v1(a):\n"
        "        v1 = a * 2\n"
        "        return v1\n"
        "    v1 = Own.apply(a, body_v1)\n"
        "    v2 = v1 * 2\n"
        "    return v2\n"
        "v2 = torch.func.grad(lambda a: body_v2(a).sum())(x).contiguous()\n"
        "return v2");
  CHECK(around(kJvp).find("v1 = OwnInTangents.apply(a, body_v1)") != std::string::npos);
  CHECK(around(kVmap).find("v1 = Own.apply(a, body_v1)") != std::string::npos);
  for (const Operation outer : {kCheckpoint, kOwnFunction, kCond})
    CHECK(around(outer).find("def body_v1") == std::string::npos);
}

TEST_CASE("a function returns what it made, written or not, and of a view of its argument the double") {
  const auto returned = [](Operation second) {
    return body(sequence({0, 0, 0, 0}, {{kOwnFunction, 0, 1}, {kDouble, 0}, {second, 1}}),
                Vocabulary::kRegions);
  };
  CHECK(returned(kAddNumber).find("    v1.add_(1)\n    return v1\n") != std::string::npos);
  CHECK(returned(kSlice).find("    v2 = v1[1:]\n    return v2 * 2\n") != std::string::npos);
}

TEST_CASE("what parameters follow is not written after it, nor does a backward save what inference made") {
  CHECK(body(sequence({2, 0, 0, 0}, {{kLinear, 0}, {kZero, 0}}), Vocabulary::kPython).find("kept.zero_") ==
        std::string::npos);
  const auto checkpointed = [](Operation region) {
    const std::vector<Line> lines{{region, 0, 0}, {kDouble, 0}, {kCheckpoint, 2, 0}, {kDouble, 0}};
    return body(sequence({0, 0, 0, 0}, lines), Vocabulary::kRegions).find("body_v3, v2");
  };
  CHECK(checkpointed(kNoGrad) != std::string::npos);
  CHECK(checkpointed(kInferenceMode) == std::string::npos);
}

TEST_CASE("a view of what was detached in place is not written") {
  const auto written = [](std::uint16_t target) {
    return body(sequence({1, 1, 0, 0}, {{kSlice, 0}, {kDetachInPlace, 0}, {kZero, target}}));
  };
  CHECK(written(0).find("b.zero_()") != std::string::npos);
  CHECK(written(2).find("v2.zero_()") == std::string::npos);
}

TEST_CASE("a module within keeps a total where autograd is on, in no function") {
  const auto kept = [](Operation region) {
    return body(sequence({0, 0, 0, 0}, {{region, 0, 0}, {kKeepTotal, 0}}), Vocabulary::kPython);
  };
  CHECK(kept(kDouble) == "v2 = x * 2\nv3 = self.total(x)\nreturn v2, v3");
  for (const Operation region : {kNoGrad, kInferenceMode, kVmap, kCheckpoint})
    CHECK(kept(region).find("self.total") == std::string::npos);
}

TEST_CASE(
    "a function of two takes tensors of one dtype and shape, one of them twice where there is no other") {
  CHECK(body(sequence({0, 0, 0, 0}, {{kDouble, 0}, {kFunctionOfTwo, 0, 2}}), Vocabulary::kPython) ==
        "v2 = x * 2\nv3 = Both.apply(x, v2)\nreturn v2, v3");
  CHECK(body(sequence({0, 0, 0, 0}, {{kFunctionOfTwo, 0, 1}}), Vocabulary::kPython) ==
        "v2 = Both.apply(x, x)\nreturn v2");
}

TEST_CASE("what is computed in bulk is followed by autograd, what is computed into an output is not") {
  CHECK(body(sequence({1, 1, 0, 0}, {{kAddForeach, 0}})) ==
        "b = x * 2\ntorch._foreach_add_([b], 1)\nreturn y * 2");
  CHECK(body(sequence({1, 1, 0, 0}, {{kAddInto, 0}})).find("out=") == std::string::npos);
}

TEST_CASE("any numbers are a program, cut anywhere, and the same one each time") {
  std::mt19937_64 engine(7);
  for (std::size_t i = 0; i < 2000; ++i) {
    Sequence numbers(engine() % 60);
    for (std::uint16_t& number : numbers) number = static_cast<std::uint16_t>(engine());
    const auto vocabulary = kVocabularyNames.values()[engine() % kVocabularyNames.names().size()];
    const Program program = decode(numbers, vocabulary);
    REQUIRE(program.statements.size() <= numbers.size() / kStatementLength);
    REQUIRE(print_module("", {{"P", program}}) == print_module("", {{"P", decode(numbers, vocabulary)}}));
  }
}

TEST_CASE("a program has a text that a command line takes") {
  const Sequence numbers = sequence({0, 0, 1, 0}, {{kTranspose, 0}, {kAddNumber, 2}});
  const CodedProgram coded = program_from_text(to_text(numbers, Vocabulary::kRegions));
  CHECK(coded.vocabulary == Vocabulary::kRegions);
  CHECK(coded.sequence == numbers);
  for (const char* text :
       {"", "aliasing", "aliasing:", "aliasing:1.", "aliasing:1.x", "other:1", "aliasing:70000"})
    CHECK_THROWS_AS(program_from_text(text), InputError);
}

}  // namespace
}  // namespace assay::fuzz
