// Finding: signatures out of replays, folded.
#include "harness/fuzz/finding.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "harness/spec/method.h"
#include "harness/words/same_reason.h"

namespace assay::fuzz {
namespace {

/// "float64[4, 6]" of "float64[4, 6] from [0, 1]: 1, 2, ..".
std::string_view type_of(std::string_view value) {
  const std::string_view head = value.substr(0, value.find(": "));
  return head.substr(0, head.find(" from "));
}

/// Where and how a replay is wrong: at the operator that departs, else what its first such run says.
void describe_replay(const ReplayReport& report, Signature& signature) {
  if (const ReplayRun* run = deciding_run(report)) signature.run = run->name;
  signature.observable = decided_by(report);
  if (!report.departure) return;
  signature.observable = report.departure->target;
  signature.kind =
      type_of(report.departure->expected) == type_of(report.departure->found) ? "values" : "type";
}

std::optional<Deed> deed_of(const PairResult& result) {
  const std::vector<Deed> deeds = deeds_of(result);
  return deeds.empty() ? std::nullopt : std::optional(deeds.front());
}

void add_traits(const std::vector<Statement>& statements, std::set<std::string>& traits) {
  for (const Statement& statement : statements) {
    traits.insert(std::string(row_of(statement.operation).name));
    add_traits(statement.body, traits);
  }
}

std::set<std::string> traits_of(const Program& program) {
  std::set<std::string> traits{"base " + std::string(kBaseNames[program.base]),
                               "gradient " + std::string(kGradientNames[program.gradient])};
  add_traits(program.statements, traits);
  return traits;
}

bool is_smaller(const Sequence& left, const Sequence& right) {
  return std::pair(left.size(), left) < std::pair(right.size(), right);
}

void add(Finding& finding, const Wrong& wrong, const Program& program) {
  const std::set<std::string> traits = traits_of(program);
  if (finding.pairs++ == 0) {
    finding.in_all.assign(traits.begin(), traits.end());
    finding.smallest = wrong;
  }
  std::erase_if(finding.in_all, [&](const std::string& trait) { return !traits.contains(trait); });
  if (is_smaller(wrong.coded.sequence, finding.smallest.coded.sequence)) finding.smallest = wrong;
}

/// What a program does to what, as the table has features for it.
struct Deeds {
  bool writes_base = false, writes_view = false, writes_overlapping = false, assigns_item = false,
       rebinds_base = false, writes_gapped = false, writes_detached = false, writes_constant = false,
       asks_mask = false, draws_of_constant = false, is_strided = false, writes_under_strides = false,
       applies_after = false, changes_viewed = false;
  std::set<std::string> gapped = {}, detached = {};  ///< variables that come of such a view
  std::set<std::string> constant = {};               ///< those that no input has a part in
  std::set<std::string> changed = {};                ///< views whose shape was changed in place
  std::set<std::size_t> viewed = {};                 ///< memories of which there is a view
};

bool views(const Statement& statement) { return statement.result && statement.result->is_view; }

void add_views(const Statement& statement, Deeds& deeds) {
  if (!views(statement)) return;
  deeds.viewed.insert(statement.result->memory);
  const auto add = [&statement](Operation view, std::set<std::string>& of_view) {
    if (statement.operation == view || of_view.contains(statement.target.name))
      of_view.insert(statement.result->name);
  };
  add(Operation::kUnfoldGapped, deeds.gapped);
  add(Operation::kDetach, deeds.detached);
}

/// One with derivatives of its own, which are not its forward's.
bool applies_function(const Statement& statement) {
  return statement.operation == Operation::kOwnFunction || statement.operation == Operation::kFunctionOfTwo;
}

bool detaches(const Statement& statement) { return statement.operation == Operation::kDetachInPlace; }

bool changes_shape(const Statement& statement) {
  return row_of(statement.operation).role == Role::kChangesMetadata && !detaches(statement);
}

bool writes(const Statement& statement) { return row_of(statement.operation).role == Role::kWrites; }

/// Autograd makes views anew, by the ways in which they were made: of what has another shape since, and of
/// what they are not any more.
bool changes_viewed(const Statement& statement, const Deeds& deeds) {
  const Variable& target = statement.target;
  return changes_shape(statement) ? !target.is_view && deeds.viewed.contains(target.memory)
                                  : writes(statement) && deeds.changed.contains(target.name);
}

bool draws(const Statement& statement) {
  return statement.operation == Operation::kDraw || statement.operation == Operation::kDropout;
}

void add_constant(const Statement& statement, Deeds& deeds) {
  const auto is_constant = [&](const Variable& variable) { return deeds.constant.contains(variable.name); };
  if (statement.result && is_constant(statement.target) &&
      (!statement.operand || is_constant(*statement.operand)))
    deeds.constant.insert(statement.result->name);
}

void add_deeds(const std::vector<Statement>& statements, const Program& program, Deeds& deeds) {
  for (const Statement& statement : statements) {
    const OperationRow& row = row_of(statement.operation);
    const bool of_base = statement.target.memory == program.first.memory;
    const bool is_write = writes(statement);
    deeds.writes_base |= is_write && of_base;
    deeds.writes_view |= is_write && statement.target.is_view;
    deeds.writes_overlapping |= is_write && may_overlap(statement.target.type);
    deeds.assigns_item |= is_write && row.text.starts_with("{v}[");
    deeds.rebinds_base |= row.role == Role::kRebinds && of_base;
    // A mask without dimensions is asked for its value, in C++.
    deeds.asks_mask |=
        statement.operation == Operation::kAssignMasked && statement.target.type.dimensions() == 0;
    deeds.writes_under_strides |= is_write && deeds.is_strided;
    deeds.is_strided |= statement.operation == Operation::kStridedGapped ||
                        statement.operation == Operation::kStridedOverlapping;
    deeds.writes_gapped |= is_write && deeds.gapped.contains(statement.target.name);
    deeds.writes_detached |= is_write && deeds.detached.contains(statement.target.name);
    const bool changes = is_write || row.role == Role::kChangesMetadata;
    deeds.writes_constant |= changes && deeds.constant.contains(statement.target.name);
    deeds.changes_viewed |= changes_viewed(statement, deeds);
    if (changes_shape(statement) && statement.target.is_view) deeds.changed.insert(statement.target.name);
    deeds.applies_after |= deeds.writes_view && applies_function(statement);
    deeds.draws_of_constant |= draws(statement) && deeds.constant.contains(statement.target.name);
    add_views(statement, deeds);
    add_constant(statement, deeds);
    if (row.region == RegionForm::kBlock) add_deeds(statement.body, program, deeds);
  }
}

using IsSuch = bool (*)(const Statement&);

bool has(const std::vector<Statement>& statements, IsSuch is_such) {
  return std::ranges::any_of(statements, [is_such](const Statement& statement) {
    return is_such(statement) || has(statement.body, is_such);
  });
}

/// Whether a region of `outer` does, however deep.
bool has_within(const std::vector<Statement>& statements, Operation outer, IsSuch is_such) {
  return std::ranges::any_of(statements, [=](const Statement& statement) {
    return statement.operation == outer ? has(statement.body, is_such)
                                        : has_within(statement.body, outer, is_such);
  });
}

struct Names {
  std::set<std::string> drawn, read;
};

void add_names(const std::vector<Statement>& statements, Names& names) {
  for (const Statement& statement : statements) {
    if (draws(statement) && statement.result) names.drawn.insert(statement.result->name);
    names.read.insert(statement.target.name);
    for (const std::optional<Variable>* read : {&statement.operand, &statement.body_result})
      if (*read) names.read.insert((*read)->name);
    add_names(statement.body, names);
  }
}

/// Bodies have names of their own: one that is read in another is taken for read, which asks for a reader.
bool drops_draw(const Program& program) {
  Names names;
  add_names(program.statements, names);
  for (const Variable& result : program.results) names.read.insert(result.name);
  return !std::ranges::includes(names.read, names.drawn);
}

bool has_layers(const Statement& statement) { return has_parameters(statement.operation); }

bool is_given_twice(const Statement& statement) {
  return statement.operation == Operation::kFunctionOfTwo && statement.operand &&
         statement.operand->name == statement.target.name;
}

struct OperationFeature {
  Operation operation{};
  std::string_view feature;
};
constexpr OperationFeature kFeatures[]{
    {Operation::kCount, "python_state"},
    {Operation::kDraw, "two_draws"},
    {Operation::kDropout, "dropout"},
    {Operation::kNoGrad, "no_grad"},
    {Operation::kEnableGrad, "grad_within_no_grad"},
    {Operation::kInferenceMode, "inference_mode"},
    {Operation::kAutocast, "autocast"},
    {Operation::kCheckpoint, "checkpoint"},
    {Operation::kOwnFunction, "autograd_function"},
    {Operation::kFunctionOfTwo, "autograd_function"},
    {Operation::kKeepTotal, "replaced_within"},
    {Operation::kKeepTotal, "buffer_replaced"},
    {Operation::kFunctionGrad, "nested_grad"},
    {Operation::kVmap, "vmap"},
    {Operation::kJvp, "jvp"},
    {Operation::kCond, "cond"},
    {Operation::kScan, "scan"},
    {Operation::kCustomOperator, "custom_op"},
    {Operation::kDropoutOfNothing, "known/dropout_of_nothing"},
    {Operation::kAddItself, "augmented_assignment"},
    {Operation::kAddForeach, "foreach_written"},
};

struct WithinFeature {
  Operation outer{};
  IsSuch is_such;
  std::string_view feature;
};
constexpr WithinFeature kWithin[]{
    {Operation::kOwnFunction, has_layers, "function_closes_over"},
    {Operation::kFunctionGrad, applies_function, "own_backward"},
    {Operation::kJvp, applies_function, "own_tangent"},
    {Operation::kVmap, applies_function, "mapped_backward"},
    {Operation::kNoGrad, views, "view_without_gradients"},
    {Operation::kInferenceMode, writes, "inference_written"},
    {Operation::kInferenceMode, detaches, "detached_in_inference"},
    {Operation::kOwnFunction, writes, "in_place_within"},
};

}  // namespace

bool ended_wrongly(const PairResult& result) {
  switch (result.outcome) {
    case Outcome::kDiverges:
    case Outcome::kUndecided:
    case Outcome::kReplayFails:
    case Outcome::kCrashes:
    case Outcome::kTimesOut:
    case Outcome::kOutOfMemory:
    case Outcome::kNondeterministic:
      return true;
    case Outcome::kRaises:  // what eager runs, a recorder watches
      return has_trait(to_string(result.pair.method), Trait::kRecordsRun) &&
             result.pair.device == Device::kCpu;
    default:
      return false;
  }
}

std::vector<Deed> deeds_of(const PairResult& result) {
  const Aftermath after = result.aftermath.value_or(Aftermath{});
  std::vector<Deed> deeds;
  for (const std::string& what : after.left_behind) deeds.push_back({kLeftBehind, what});
  if (!after.second_time.empty()) deeds.push_back({kSecondTime, after.second_time});
  if (!after.other_program.empty()) deeds.push_back({kOtherProgram, after.other_program});
  return deeds;
}

std::string message_of(const PairResult& result) {
  const std::vector<Deed> deeds = deeds_of(result);
  if (ended_wrongly(result) || deeds.empty()) return result.message;
  std::string message;
  for (const Deed& deed : deeds) message += (message.empty() ? "" : "; ") + deed.what;
  return message;
}

std::optional<Signature> signature_of(const PairResult& result) {
  const std::optional<Deed> deed = deed_of(result);
  if (!ended_wrongly(result) && !deed) return std::nullopt;
  Signature signature;
  signature.method = result.pair.method;
  signature.outcome = result.outcome;
  signature.observable = ended_wrongly(result) ? result.message : deed->what;
  if (!ended_wrongly(result)) signature.kind = deed->kind;
  if (ended_wrongly(result) && is_of_replay(result.outcome) && result.replay)
    describe_replay(*result.replay, signature);
  signature.observable = without_numbers(signature.observable);
  return signature;
}

std::string to_string(const Signature& signature) {
  std::string text = fmt::format("{} {}: {}", to_string(signature.method), to_string(signature.outcome),
                                 signature.observable);
  for (const std::string* part : {&signature.kind, &signature.run})
    if (!part->empty()) text += ", " + *part;
  return text;
}

std::vector<Finding> fold(const std::vector<Wrong>& wrong, const KnownAs& known_as) {
  std::map<std::pair<Signature, std::string>, Finding> found;
  for (const Wrong& one : wrong) {
    const std::optional<Signature> signature = signature_of(one.result);
    if (!signature) continue;
    const Program program = decode(one.coded.sequence, one.coded.vocabulary);
    const std::string known = known_as(program, one.result);
    Finding& finding = found[{*signature, known}];
    finding.signature = *signature;
    finding.known = known;
    add(finding, one, program);
  }
  std::vector<Finding> findings;
  for (auto& [key, finding] : found) findings.push_back(std::move(finding));
  std::ranges::stable_sort(findings, [](const Finding& left, const Finding& right) {
    if (left.known.empty() != right.known.empty()) return left.known.empty();
    return left.pairs > right.pairs;
  });
  return findings;
}

std::vector<std::string_view> features_of(const Program& program) {
  Deeds deeds;
  if (program.base == Base::kConstant || program.base == Base::kClosure)
    deeds.constant.insert(program.first.name);
  add_deeds(program.statements, program, deeds);
  std::vector<std::string_view> features;
  const bool given = program.first.name == "x";
  if (deeds.writes_base && program.base == Base::kBuffer)
    features.insert(features.end(), {"buffer_written", "buffer_written_untraced"});
  if (deeds.rebinds_base && program.base == Base::kBuffer)
    features.insert(features.end(), {"buffer_replaced", "replaced_buffer_given"});
  if (program.base == Base::kBuffer) features.emplace_back("buffer_computed");
  // What a function around forward holds is Python's: nothing of it is the module's state.
  if (deeds.writes_base && program.base == Base::kClosure) features.emplace_back("python_state");
  if (deeds.writes_under_strides) features.emplace_back("strides_of_written");
  if (deeds.applies_after) features.emplace_back("applied_to_written");
  if (deeds.changes_viewed) features.emplace_back("changed_under_view");
  if (deeds.draws_of_constant) features.emplace_back("two_draws");
  if (drops_draw(program)) features.emplace_back("unused_draw");
  if (deeds.writes_constant) features.emplace_back("constant_written");
  if (deeds.writes_base && given) features.emplace_back("input_written");
  for (const WithinFeature& known : kWithin)
    if (has_within(program.statements, known.outer, known.is_such)) features.push_back(known.feature);
  if (program.has_gradient && has_within(program.statements, Operation::kFunctionGrad, applies_function))
    features.emplace_back("own_second_derivative");
  if (has(program.statements, is_given_twice)) features.emplace_back("same_twice");
  if (deeds.asks_mask) features.emplace_back("value_branch");
  if (deeds.assigns_item) features.emplace_back("item_assigned");
  if (deeds.writes_view) features.emplace_back("view_written");
  if (deeds.writes_overlapping) features.emplace_back("known/overlapping");
  std::set<std::string> names;
  add_traits(program.statements, names);
  const auto does = [&](Operation operation) { return names.contains(std::string(row_of(operation).name)); };
  if (deeds.writes_gapped) features.emplace_back("known/gapped");
  if (deeds.writes_detached && given) features.emplace_back("detached_written");
  for (const OperationFeature& known : kFeatures)
    if (does(known.operation)) features.push_back(known.feature);
  return features;
}

}  // namespace assay::fuzz
