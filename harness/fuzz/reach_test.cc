// Reach: an error of a statement shows in values computed from it, and in gradients through it.
#include "harness/fuzz/reach.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/fuzz/print.h"
#include "harness/testing/coded_program.h"

namespace assay::fuzz {
namespace {

Program of_lines(Base base, Gradient gradient, const std::vector<ProgramLine>& lines) {
  const CodedProgram coded = program_of_lines(base, gradient, lines);
  return decode(coded.sequence, coded.vocabulary);
}

std::string text(const Program& program) { return fmt::format("{}", fmt::join(body_lines(program), "; ")); }

/// All subjects that can show an error of the statements.
std::string shown(const Program& program, const std::vector<const Statement*>& at,
                  RunOrder order = RunOrder::kFirst) {
  using enum ComparedValue::Kind;
  const Reach reach(program, at, order);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < program.results.size(); ++i)
    if (reach.includes(ComparedValue{kResult, std::to_string(i)})) names.push_back(program.results[i].name);
  const std::vector<ComparedValue> others{
      {kInput, "0"},    {kInput, "1"},       {kBuffer, "kept"},           {kGradient, "0"},
      {kGradient, "1"}, {kGradient, "kept"}, {kGradient, "linear.weight"}};
  for (const ComparedValue& subject : others)
    if (reach.includes(subject) && (subject.kind != kGradient || program.gradient != Gradient::kOff))
      names.push_back(fmt::format("{} {}", to_string(subject.kind), subject.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

TEST_CASE("a wrong write shows in its memory and what is computed of it afterwards, not in what was before") {
  const Program one = of_lines(Base::kInput, Gradient::kOff,
                               {{Operation::kDouble, kX, 0},
                                {Operation::kSlice, kX, 0},
                                {Operation::kAddNumber, 3, 0},
                                {Operation::kDouble, kX, 0},
                                {Operation::kDouble, kY, 0}});
  REQUIRE(text(one) ==
          "v2 = x * 2; v3 = x[1:]; v3.add_(1); v4 = x * 2; v5 = y * 2; return x, v2, v3, v4, v5");
  CHECK(shown(one, {&one.statements[2]}) == "x, v3, v4, input 0");
  CHECK(shown(one, {&one.statements[4]}) == "v5");
  CHECK(shown(one, {}).empty());
}

TEST_CASE("what a run leaves in a state is wrong from the start of the next, what it is given is not") {
  const std::vector<ProgramLine> lines{{Operation::kDouble, kX, 0}, {Operation::kAddNumber, kX, 0}};
  const Program of_buffer = of_lines(Base::kBuffer, Gradient::kOff, lines);
  REQUIRE(text(of_buffer) == "v2 = self.kept * 2; self.kept.add_(1); return self.kept, v2");
  CHECK(shown(of_buffer, {&of_buffer.statements[1]}) == "self.kept, buffer kept");
  CHECK(shown(of_buffer, {&of_buffer.statements[1]}, RunOrder::kLater) == "self.kept, v2, buffer kept");
  CHECK(shown(of_buffer, {}, RunOrder::kLater).empty());
  const Program of_input = of_lines(Base::kInput, Gradient::kOff, lines);
  CHECK(shown(of_input, {&of_input.statements[1]}, RunOrder::kLater) == "x, input 0");
}

TEST_CASE("a buffer that is replaced is the new tensor's, and the old one's before") {
  const Program one =
      of_lines(Base::kBuffer, Gradient::kOff, {{Operation::kSlice, kX, 0}, {Operation::kRebind, kX, 0}});
  REQUIRE(text(one) == "v2 = self.kept[1:]; self.kept = self.kept + 1; return self.kept, v2");
  CHECK(shown(one, {&one.statements[1]}) == "self.kept, buffer kept");
  CHECK(shown(one, {&one.statements[1]}, RunOrder::kLater) == "self.kept, v2, buffer kept");
}

TEST_CASE("a gradient that comes through what is wrong is wrong, one that goes by it is not") {
  const Program one =
      of_lines(Base::kInput, Gradient::kLeaf,
               {{Operation::kDouble, kX, 0}, {Operation::kDouble, kY, 0}, {Operation::kSum, 2, 0}});
  REQUIRE(text(one) == "v2 = x * 2; v3 = y * 2; v4 = v2.sum(); return x, v2, v3, v4");
  CHECK(shown(one, {&one.statements[0]}) == "v2, v4, gradient 0");
  CHECK(shown(one, {&one.statements[2]}) == "v4, gradient 0");
  CHECK(shown(one, {&one.statements[1]}) == "v3, gradient 1");
  const Reach reach(one, {&one.statements[2]}, RunOrder::kFirst);
  CHECK_FALSE(reach.includes(one.statements[0]));
  CHECK(reach.leads_to(one.statements[0]));
  CHECK_FALSE(reach.leads_to(one.statements[1]));
}

TEST_CASE("within a region all that its statements make is wrong, of a function its result") {
  const Program block =
      of_lines(Base::kInput, Gradient::kOff,
               {{Operation::kNoGrad, 0, 0}, {Operation::kDouble, kX, 0}, {Operation::kDouble, kY, 0}});
  REQUIRE(text(block) == "with torch.no_grad():;     v2 = x * 2; v3 = y * 2; return x, v2, v3");
  CHECK(shown(block, {&block.statements[0]}) == "v2");
  CHECK(shown(block, {&block.statements[0].body[0]}) == "v2");
  const Program function =
      of_lines(Base::kInput, Gradient::kOff,
               {{Operation::kOwnFunction, 0, 0}, {Operation::kDouble, 0, 0}, {Operation::kDouble, kY, 0}});
  REQUIRE(function.statements[0].body.size() == 1);
  CHECK(shown(function, {&function.statements[0].body[0]}) == "v2");
  CHECK(shown(function, {&function.statements[0]}) == "v2");
}

}  // namespace
}  // namespace assay::fuzz
