// Features: those of the capability table in a program.
#include "harness/fuzz/features.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "harness/testing/coded_program.h"

namespace assay::fuzz {
namespace {

using Names = std::vector<std::string_view>;

Names names_of(const Program& program) {
  Names names;
  for (const FeatureUse& use : features_of(program)) names.push_back(use.feature);
  return names;
}

bool has_feature(const Names& features, std::string_view feature) {
  return std::ranges::find(features, feature) != features.end();
}

TEST_CASE("features are of what a program does to what it is given") {
  const auto features = [](const CodedProgram& coded) {
    return names_of(decode(coded.sequence, coded.vocabulary));
  };
  CHECK(features(program(Base::kBuffer, {Operation::kZero})) ==
        Names{"buffer_written", "buffer_written_untraced"});
  CHECK(features(program(Base::kBuffer, {Operation::kRebind})) ==
        Names{"buffer_replaced", "replaced_buffer_given", "buffer_computed"});
  CHECK(features(program(Base::kInput, {Operation::kAssignItem})) == Names{"input_written", "item_assigned"});
  CodedProgram asking = program(Base::kInput, {});
  asking.sequence.insert(asking.sequence.end(),
                         {number_of(Operation::kAssignMasked), 1, 0});  // y, one number
  CHECK(features(asking) == Names{"value_branch", "item_assigned"});
  CHECK(features(program(Base::kClosure, {Operation::kFill})) == Names{"python_state", "constant_written"});
  CHECK(features(program(Base::kInput, {Operation::kAddForeach})) ==
        Names{"input_written", "foreach_written"});
  CodedProgram counting = program(Base::kInput, {Operation::kCount});
  counting.vocabulary = Vocabulary::kPython;
  CHECK(features(counting) == Names{"python_state"});
  CHECK(features(program(Base::kInput, {Operation::kDouble})).empty());
  CodedProgram closing = program(Base::kClosure, {Operation::kOwnFunction, Operation::kLinear});
  closing.vocabulary = Vocabulary::kPython;
  closing.sequence[2] = 0;
  CHECK(features(closing) == Names{"function_closes_over", "autograd_function"});
  CodedProgram floating = program(Base::kInput, {Operation::kDropoutOfNothing});
  floating.sequence[2] = 0;  // its elements
  CHECK(features(floating) == Names{"dropout_of_nothing"});
}

TEST_CASE(
    "what is made of a program's constants alone is one of them, and what an input has a part in is not") {
  const auto is_feature = [](Base base, Operation made) {
    CodedProgram coded = program(base, {made});
    coded.vocabulary = Vocabulary::kPython;
    coded.sequence.insert(coded.sequence.end(), {number_of(Operation::kAddNumber), 2, 0});  // its result
    const Program decoded = decode(coded.sequence, coded.vocabulary);
    REQUIRE(decoded.statements.size() == 2);
    REQUIRE(decoded.statements[1].target.name == decoded.statements[0].result->name);
    return has_feature(names_of(decoded), "constant_written");
  };
  CHECK(is_feature(Base::kConstant, Operation::kDouble));
  CHECK(is_feature(Base::kConstant, Operation::kTranspose));
  CHECK_FALSE(is_feature(Base::kConstant, Operation::kAdd));  // with y
  CHECK_FALSE(is_feature(Base::kInput, Operation::kDouble));
}

TEST_CASE(
    "a write through windows that overlap or leave gaps is a known error, one through strides with gaps "
    "not") {
  const auto known = [](Operation view) {
    CodedProgram coded = program(Base::kInput, {view});
    coded.sequence.insert(coded.sequence.end(),
                          {number_of(Operation::kAddNumber), 2, 0});  // the result of the view
    const Program decoded = decode(coded.sequence, coded.vocabulary);
    REQUIRE(decoded.statements.size() == 2);
    REQUIRE(decoded.statements[1].target.name == decoded.statements[0].result->name);
    std::vector<std::string_view> errors = names_of(decoded);
    std::erase_if(errors, [](std::string_view id) { return !id.ends_with("_view"); });
    return errors;
  };
  CHECK(known(Operation::kUnfoldOverlapping) == Names{"overlapping_view"});
  CHECK(known(Operation::kStridedOverlapping) == Names{"overlapping_view"});
  CHECK(known(Operation::kUnfoldGapped) == Names{"gapped_view"});
  CHECK(known(Operation::kStridedGapped).empty());
}

TEST_CASE("a write beside a detached or gapped view is not one through it") {
  CodedProgram coded = program(Base::kInput, {Operation::kDetach, Operation::kAddNumber});
  CHECK(names_of(decode(coded.sequence, coded.vocabulary)) == Names{"input_written"});
  coded = program(Base::kInput, {Operation::kUnfoldGapped, Operation::kAddNumber});
  CHECK(names_of(decode(coded.sequence, coded.vocabulary)) == Names{"input_written"});
}

TEST_CASE("a function with derivatives of its own is another feature within each transform") {
  const auto features = [](Operation outer, Operation inner, Gradient gradient = Gradient::kOff) {
    CodedProgram coded{.vocabulary = Vocabulary::kRegions, .sequence = {0, 0, 0, 0}};
    coded.sequence[1] = static_cast<std::uint16_t>(gradient);
    for (const Operation operation : {outer, inner, Operation::kDouble, Operation::kDouble})
      coded.sequence.insert(coded.sequence.end(), {number_of(operation), 0, 1});
    return names_of(decode(coded.sequence, coded.vocabulary));
  };
  CHECK(features(Operation::kJvp, Operation::kOwnFunction) ==
        Names{"own_tangent", "autograd_function", "jvp"});
  CHECK(features(Operation::kFunctionGrad, Operation::kOwnFunction) ==
        Names{"own_backward", "autograd_function", "nested_grad"});
  CHECK(features(Operation::kFunctionGrad, Operation::kOwnFunction, Gradient::kLeaf) ==
        Names{"own_backward", "own_second_derivative", "autograd_function", "nested_grad"});
  CHECK(features(Operation::kVmap, Operation::kOwnFunction) ==
        Names{"mapped_backward", "autograd_function", "vmap"});
  CHECK(features(Operation::kVmap, Operation::kDouble) == Names{"vmap"});
  CHECK(features(Operation::kJvp, Operation::kDouble) == Names{"jvp"});
}

TEST_CASE(
    "what a function or a region writes, what a function is given twice, what a module within replaces") {
  using Lines = std::vector<std::vector<std::uint16_t>>;
  const auto features = [](const Lines& lines) {
    CodedProgram coded{.vocabulary = Vocabulary::kPython, .sequence = {0, 0, 0, 0}};
    for (const auto& line : lines) coded.sequence.insert(coded.sequence.end(), line.begin(), line.end());
    return names_of(decode(coded.sequence, coded.vocabulary));
  };
  const std::uint16_t outer = number_of(Operation::kOwnFunction), two = number_of(Operation::kFunctionOfTwo);
  const std::uint16_t made = number_of(Operation::kDouble), write = number_of(Operation::kAddNumber);
  CHECK(features({{outer, 0, 1}, {made, 0, 0}, {write, 1, 0}}) ==
        Names{"in_place_within", "autograd_function"});
  CHECK(features({{outer, 0, 1}, {made, 0, 0}, {made, 1, 0}}) == Names{"autograd_function"});
  const auto has = [&](const Lines& lines, std::string_view feature) {
    return has_feature(features(lines), feature);
  };
  const std::uint16_t part = number_of(Operation::kSlice), strides = number_of(Operation::kStridedGapped);
  CHECK(has({{part, 0, 0}, {write, 2, 0}, {outer, 0, 1}, {made, 0, 0}, {made, 0, 0}}, "applied_to_written"));
  CHECK_FALSE(
      has({{part, 0, 0}, {write, 0, 0}, {outer, 0, 1}, {made, 0, 0}, {made, 0, 0}}, "applied_to_written"));
  CHECK(has({{strides, 0, 0}, {write, 0, 0}}, "strides_of_written"));
  CHECK_FALSE(has({{write, 0, 0}, {strides, 0, 0}}, "strides_of_written"));
  const std::uint16_t no_grad = number_of(Operation::kNoGrad);
  CHECK(has({{no_grad, 0, 0}, {part, 0, 0}}, "view_without_gradients"));
  CHECK_FALSE(has({{part, 0, 0}, {no_grad, 0, 0}, {write, 0, 0}}, "view_without_gradients"));
  const std::uint16_t unsqueezed = number_of(Operation::kUnsqueezeInPlace);
  CHECK(has({{made, 0, 0}, {part, 2, 0}, {unsqueezed, 2, 0}, {write, 3, 0}}, "changed_under_view"));
  CHECK_FALSE(has({{made, 0, 0}, {unsqueezed, 2, 0}, {part, 2, 0}, {write, 3, 0}}, "changed_under_view"));
  CHECK_FALSE(has({{made, 0, 0}, {part, 2, 0}, {unsqueezed, 3, 0}, {write, 2, 0}}, "changed_under_view"));
  CHECK(has({{made, 0, 0}, {part, 2, 0}, {unsqueezed, 3, 0}, {write, 3, 0}}, "changed_under_view"));
  CHECK_FALSE(has({{made, 0, 0}, {part, 2, 0}, {write, 3, 0}, {unsqueezed, 3, 0}}, "changed_under_view"));
  const std::uint16_t inference = number_of(Operation::kInferenceMode);
  CHECK(features({{inference, 0, 0}, {write, 0, 0}}) ==
        Names{"input_written", "inference_written", "inference_mode"});
  CHECK(features({{inference, 0, 0}, {made, 0, 0}}) == Names{"inference_mode"});
  CHECK(features({{two, 0, 0}}) == Names{"same_twice", "autograd_function"});
  CHECK(features({{made, 0, 0}, {two, 0, 2}}) == Names{"autograd_function"});
  CHECK(features({{number_of(Operation::kKeepTotal), 0, 0}}) == Names{"buffer_replaced", "replaced_within"});
}

TEST_CASE("a draw after one that nothing reads is a feature, one after a draw that is read or returned not") {
  const auto is_feature = [](Returned returned, Operation draw, std::uint16_t read) {
    CodedProgram coded = program(Base::kInput, {draw});
    coded.vocabulary = Vocabulary::kPython;
    coded.sequence[2] = 0;  // floating type
    coded.sequence[3] = static_cast<std::uint16_t>(returned);
    coded.sequence.insert(coded.sequence.end(),
                          {number_of(Operation::kDouble), read, 0, number_of(draw), 0, 0});
    const Program decoded = decode(coded.sequence, coded.vocabulary);
    REQUIRE(decoded.statements.size() == 3);
    REQUIRE(decoded.statements[2].operation == draw);
    for (const FeatureUse& use : features_of(decoded))
      if (use.feature == "unused_draw") return use.at == std::vector{&decoded.statements[2]};
    return false;
  };
  const std::uint16_t base = 0, drawn = 2;
  for (const Operation draw : {Operation::kDraw, Operation::kDropout}) {
    CHECK(is_feature(Returned::kOther, draw, base));
    CHECK_FALSE(is_feature(Returned::kOther, draw, drawn));
    CHECK_FALSE(is_feature(Returned::kReads, draw, base));
  }
}

TEST_CASE("what inference mode detaches in place is a feature, what no_grad does not") {
  const auto is_feature = [](Operation region) {
    CodedProgram coded{.vocabulary = Vocabulary::kPython, .sequence = {1, 1, 0, 0}};
    const std::uint16_t made = number_of(Operation::kDouble);
    for (const std::vector<std::uint16_t>& line :
         std::vector<std::vector<std::uint16_t>>{{made, 0, 0},
                                                 {number_of(Operation::kNoGrad), 0, 0},
                                                 {made, 0, 0},  // for inference mode without a gradient
                                                 {number_of(region), 3, 0},
                                                 {number_of(Operation::kDetachInPlace), 2, 0}})
      coded.sequence.insert(coded.sequence.end(), line.begin(), line.end());
    return has_feature(names_of(decode(coded.sequence, coded.vocabulary)), "detached_in_inference");
  };
  CHECK(is_feature(Operation::kInferenceMode));
  CHECK_FALSE(is_feature(Operation::kNoGrad));
}

TEST_CASE("a write to an argument through its detached self is a feature, one to a buffer not") {
  const auto is_feature = [](Base base, Operation view) {
    CodedProgram coded = program(base, {view});
    coded.sequence.insert(coded.sequence.end(),
                          {number_of(Operation::kAddNumber), 2, 0});  // the result of the view
    return has_feature(names_of(decode(coded.sequence, coded.vocabulary)), "detached_written");
  };
  CHECK(is_feature(Base::kInput, Operation::kDetach));
  CHECK_FALSE(is_feature(Base::kInput, Operation::kTranspose));
  CHECK_FALSE(is_feature(Base::kBuffer, Operation::kDetach));
}

}  // namespace
}  // namespace assay::fuzz
