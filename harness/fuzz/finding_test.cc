// Records in, findings out: what is one, what is the same one, and what is known.
#include "harness/fuzz/finding.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace assay::fuzz {
namespace {

PairResult diverging(MethodId method, ReplayReport report) {
  PairResult result;
  result.pair = {.case_id = "fuzz/1", .method = method};
  result.outcome = Outcome::kDiverges;
  result.message = describe(report);
  result.replay = std::move(report);
  return result;
}

ReplayReport in_run(const std::string& name, const std::string& message) {
  ReplayReport report;
  report.verdict = ReplayVerdict::kDiverges;
  report.runs = {{.name = "first", .message = {}},
                 {.name = name, .verdict = ReplayVerdict::kDiverges, .message = message}};
  return report;
}

ReplayReport departing(const std::string& run, const std::string& target, const std::string& expected,
                       const std::string& found) {
  ReplayReport report = in_run(run, "result 0: 1 of 4 values");
  report.departure = {.graph = "forward",
                      .node = 6,
                      .target = target,
                      .expected = expected,
                      .found = found,
                      .module = {},
                      .source = {}};
  return report;
}

std::string signature(ReplayReport report) {
  return to_string(*signature_of(diverging(MethodId::kMakeFx, std::move(report))));
}

CodedProgram program(Base base, const std::vector<Operation>& operations) {
  CodedProgram coded{.sequence = {static_cast<std::uint16_t>(base), 0, 1, 0}};
  for (const Operation operation : operations)
    coded.sequence.insert(coded.sequence.end(), {number_of(operation), 0, 1});
  return coded;
}

using Names = std::vector<std::string_view>;

bool contains(const Names& features, std::string_view feature) {
  return std::ranges::find(features, feature) != features.end();
}

std::string nothing_known(const Program&, const PairResult&) { return ""; }

TEST_CASE("a signature is where it shows and how, without what is of one program") {
  CHECK(signature(departing("same inputs", "aten.mul.Tensor", "int64[3, 6]: 1, 2", "int64[3, 6]: 2, 2")) ==
        "make_fx diverges: aten.mul.Tensor, values, same inputs");
  CHECK(signature(departing("fresh values", "output", "float64[1, 4]: 1", "float64[4]: 1")) ==
        "make_fx diverges: output, type, fresh values");
  // Elements are listed from where they differ: that is of the program, not of the type.
  CHECK(signature(
            departing("same inputs", "output", "int64[4, 6] from [0, 1]: 1", "int64[4, 6] from [2, 0]: 2")) ==
        "make_fx diverges: output, values, same inputs");
  CHECK(signature(
            in_run("same inputs", "writing into result 0 changes result 11 in eager, not in the replay")) ==
        "make_fx diverges: writing into result # changes result # in eager, not in the replay, same inputs");
}

TEST_CASE("what ends before any replay has the message as its signature, whatever that says") {
  PairResult result;
  result.pair.method = MethodId::kExport;
  result.outcome = Outcome::kCrashes;
  result.message = "died of signal 11 in run 'same inputs': %6 output: expected 1, found 2";
  CHECK(to_string(*signature_of(result)) ==
        "export crashes: died of signal # in run 'same inputs': %# output: expected #, found #");
}

PairResult watched(Outcome outcome, Aftermath aftermath) {
  PairResult result;
  result.pair.method = MethodId::kMakeFx;
  result.outcome = outcome;
  result.message = outcome == Outcome::kCaptured ? "" : "at 3";
  result.aftermath = std::move(aftermath);
  return result;
}

TEST_CASE("what a capture leaves behind comes before what is otherwise the second time") {
  CHECK_FALSE(signature_of(watched(Outcome::kCaptured, {})));
  CHECK_FALSE(signature_of(watched(Outcome::kRaises, {})));
  CHECK(to_string(
            *signature_of(watched(Outcome::kCaptured, {{"dispatch modes was 0, is 1", "x"}, "raises E"}))) ==
        "make_fx captured: dispatch modes was #, is #, left behind");
  CHECK(to_string(*signature_of(watched(Outcome::kCaptured, {{}, "captures another graph: x"}))) ==
        "make_fx captured: captures another graph: x, the second time");
  CHECK(to_string(*signature_of(watched(Outcome::kRaises, {{"grad mode was on, is off"}, ""}))) ==
        "make_fx raises: grad mode was on, is off, left behind");
}

TEST_CASE("of a pair that ended wrongly that is the finding, whatever its capture did besides") {
  const PairResult crashed = watched(Outcome::kCrashes, {{"grad mode was on, is off"}, ""});
  CHECK(to_string(*signature_of(crashed)) == "make_fx crashes: at #");
  CHECK(message_of(crashed) == "at 3");
  CHECK(message_of(watched(Outcome::kRaises, {{"grad mode was on, is off"}, ""})) ==
        "grad mode was on, is off");
}

TEST_CASE("a replay that fails before its first run has the report's message") {
  ReplayReport report;
  report.verdict = ReplayVerdict::kFails;
  report.message = "no such operator";
  PairResult result = diverging(MethodId::kMakeFx, std::move(report));
  result.outcome = Outcome::kReplayFails;
  CHECK(to_string(*signature_of(result)) == "make_fx replay_fails: no such operator");
}

TEST_CASE("what is captured or refused is no finding") {
  PairResult result = diverging(MethodId::kMakeFx, {});
  for (const Outcome outcome : {Outcome::kCaptured, Outcome::kGuarded, Outcome::kRaises,
                                Outcome::kUnsupported, Outcome::kEagerFails, Outcome::kLoadFails}) {
    result.outcome = outcome;
    CHECK_FALSE(signature_of(result));
  }
  for (const Outcome outcome :
       {Outcome::kReplayFails, Outcome::kCrashes, Outcome::kTimesOut, Outcome::kOutOfMemory}) {
    result.outcome = outcome;
    CHECK(signature_of(result));
  }
}

TEST_CASE("pairs of one signature are one finding, with the smallest program and what all have") {
  const ReplayReport message = departing("same inputs", "output", "A: 1", "A: 2");
  const ReplayReport other = departing("same inputs", "output", "A: 1", "B: 2");
  const std::vector<Finding> findings =
      fold({{program(Base::kInput, {Operation::kSlice, Operation::kAddNumber}),
             diverging(MethodId::kMakeFx, message)},
            {program(Base::kInput, {Operation::kAddNumber}), diverging(MethodId::kMakeFx, message)},
            {program(Base::kInput, {Operation::kZero}), diverging(MethodId::kExport, message)},
            {program(Base::kInput, {Operation::kZero}), diverging(MethodId::kMakeFx, other)}},
           nothing_known);
  REQUIRE(findings.size() == 3);
  CHECK(findings[0].pairs == 2);
  CHECK(findings[0].smallest.coded.sequence == program(Base::kInput, {Operation::kAddNumber}).sequence);
  CHECK(findings[0].in_all == std::vector<std::string>{"add_number", "base input", "gradient off"});
}

TEST_CASE("a known finding stands behind the new ones, and a known pair makes no new one known") {
  const ReplayReport message = departing("same inputs", "output", "A: 1", "A: 2");
  const auto known_as = [](const Program& one, const PairResult&) {
    return std::string(one.base == Base::kBuffer ? "buffer_written" : "");
  };
  const std::vector<Finding> findings =
      fold({{program(Base::kBuffer, {Operation::kZero}), diverging(MethodId::kMakeFx, message)},
            {program(Base::kBuffer, {Operation::kFill}), diverging(MethodId::kMakeFx, message)},
            {program(Base::kInput, {Operation::kZero}), diverging(MethodId::kMakeFx, message)}},
           known_as);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].known.empty());
  CHECK(findings[1].known == "buffer_written");
}

TEST_CASE("features are of what a program does to what it is given") {
  const auto features = [](const CodedProgram& coded) {
    return features_of(decode(coded.sequence, coded.vocabulary));
  };
  CHECK(features(program(Base::kBuffer, {Operation::kZero})) ==
        Names{"buffer_written", "buffer_written_untraced", "buffer_computed"});
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
  CHECK(features(floating) == Names{"known/dropout_of_nothing"});
}

TEST_CASE(
    "what is made of a program's constants alone is one of them, and what an input has a part in is not") {
  const auto is_feature = [](Base base, Operation made) {
    CodedProgram coded = program(base, {made});
    coded.vocabulary = Vocabulary::kPython;
    coded.sequence.insert(coded.sequence.end(), {number_of(Operation::kAddNumber), 2, 0});  // what that gave
    const Program decoded = decode(coded.sequence, coded.vocabulary);
    REQUIRE(decoded.statements.size() == 2);
    REQUIRE(decoded.statements[1].target.name == decoded.statements[0].result->name);
    return contains(features_of(decoded), "constant_written");
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
                          {number_of(Operation::kAddNumber), 2, 0});  // what the view gave
    const Program decoded = decode(coded.sequence, coded.vocabulary);
    REQUIRE(decoded.statements.size() == 2);
    REQUIRE(decoded.statements[1].target.name == decoded.statements[0].result->name);
    std::vector<std::string_view> errors = features_of(decoded);
    std::erase_if(errors, [](std::string_view id) { return !id.starts_with("known/"); });
    return errors;
  };
  CHECK(known(Operation::kUnfoldOverlapping) == Names{"known/overlapping"});
  CHECK(known(Operation::kStridedOverlapping) == Names{"known/overlapping"});
  CHECK(known(Operation::kUnfoldGapped) == Names{"known/gapped"});
  CHECK(known(Operation::kStridedGapped).empty());
}

TEST_CASE("a write beside a detached or gapped view is not one through it") {
  CodedProgram coded = program(Base::kInput, {Operation::kDetach, Operation::kAddNumber});
  CHECK(features_of(decode(coded.sequence, coded.vocabulary)) == Names{"input_written"});
  coded = program(Base::kInput, {Operation::kUnfoldGapped, Operation::kAddNumber});
  CHECK(features_of(decode(coded.sequence, coded.vocabulary)) == Names{"input_written"});
}

TEST_CASE("all that a capture did beside giving a graph is told, and its first names the finding") {
  PairResult result;
  result.outcome = Outcome::kCaptured;
  result.aftermath = Aftermath{.left_behind = {"grad mode was on, is off", "a hook is new"},
                               .second_time = "captures another graph",
                               .other_program = {},
                               .peer = {}};
  CHECK(message_of(result) == "grad mode was on, is off; a hook is new; captures another graph");
  CHECK(signature_of(result)->observable == "grad mode was on, is off");
  CHECK(deeds_of(result).back().kind == kSecondTime);
  CHECK(deeds_of(PairResult{}).empty());
}

TEST_CASE("a recorder that raises is a finding, for what it watches runs; a tracer that raises is none") {
  const auto raising = [](MethodId method, Device device) {
    PairResult result;
    result.pair = {.case_id = "fuzz/1", .method = method, .device = device};
    result.outcome = Outcome::kRaises;
    result.message = "no such operator";
    return result;
  };
  const auto signature = signature_of(raising(MethodId::kDispatch, Device::kCpu));
  REQUIRE(signature);
  CHECK(to_string(*signature) == "dispatch raises: no such operator");
  CHECK_FALSE(signature_of(raising(MethodId::kMakeFx, Device::kCpu)));
  CHECK_FALSE(signature_of(raising(MethodId::kDispatch, Device::kCuda)));  // of the phantom, which refuses
}

TEST_CASE("a function with derivatives of its own is another feature within each transform") {
  const auto features = [](Operation outer, Operation inner, Gradient gradient = Gradient::kOff) {
    CodedProgram coded{.vocabulary = Vocabulary::kRegions, .sequence = {0, 0, 0, 0}};
    coded.sequence[1] = static_cast<std::uint16_t>(gradient);
    for (const Operation operation : {outer, inner, Operation::kDouble, Operation::kDouble})
      coded.sequence.insert(coded.sequence.end(), {number_of(operation), 0, 1});
    return features_of(decode(coded.sequence, coded.vocabulary));
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
    return features_of(decode(coded.sequence, coded.vocabulary));
  };
  const std::uint16_t outer = number_of(Operation::kOwnFunction), two = number_of(Operation::kFunctionOfTwo);
  const std::uint16_t made = number_of(Operation::kDouble), write = number_of(Operation::kAddNumber);
  CHECK(features({{outer, 0, 1}, {made, 0, 0}, {write, 1, 0}}) ==
        Names{"in_place_within", "autograd_function"});
  CHECK(features({{outer, 0, 1}, {made, 0, 0}, {made, 1, 0}}) == Names{"autograd_function"});
  const auto has = [&](const Lines& lines, std::string_view feature) {
    return contains(features(lines), feature);
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
  CHECK(features({{number_of(Operation::kKeepTotal), 0, 0}}) == Names{"replaced_within", "buffer_replaced"});
}

TEST_CASE("a draw that nothing reads is a feature, one that is read or returned not") {
  const auto is_feature = [](Returned returned, Operation draw, std::uint16_t read) {
    CodedProgram coded = program(Base::kInput, {draw});
    coded.vocabulary = Vocabulary::kPython;
    coded.sequence[2] = 0;  // of a floating type
    coded.sequence[3] = static_cast<std::uint16_t>(returned);
    coded.sequence.insert(coded.sequence.end(), {number_of(Operation::kDouble), read, 0});
    const Program decoded = decode(coded.sequence, coded.vocabulary);
    REQUIRE(decoded.statements.size() == 2);
    REQUIRE(decoded.statements[0].operation == draw);
    return contains(features_of(decoded), "unused_draw");
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
                                                 {made, 0, 0},  // for inference mode, without a gradient
                                                 {number_of(region), 3, 0},
                                                 {number_of(Operation::kDetachInPlace), 2, 0}})
      coded.sequence.insert(coded.sequence.end(), line.begin(), line.end());
    return contains(features_of(decode(coded.sequence, coded.vocabulary)), "detached_in_inference");
  };
  CHECK(is_feature(Operation::kInferenceMode));
  CHECK_FALSE(is_feature(Operation::kNoGrad));
}

TEST_CASE("a write to an argument through its detached self is a feature, one to a buffer not") {
  const auto is_feature = [](Base base, Operation view) {
    CodedProgram coded = program(base, {view});
    coded.sequence.insert(coded.sequence.end(),
                          {number_of(Operation::kAddNumber), 2, 0});  // what the view gave
    return contains(features_of(decode(coded.sequence, coded.vocabulary)), "detached_written");
  };
  CHECK(is_feature(Base::kInput, Operation::kDetach));
  CHECK_FALSE(is_feature(Base::kInput, Operation::kTranspose));
  CHECK_FALSE(is_feature(Base::kBuffer, Operation::kDetach));
}

}  // namespace
}  // namespace assay::fuzz
