// Features: scans statements in order, with the effects of earlier statements.
#include "harness/fuzz/features.h"

#include <algorithm>
#include <set>
#include <string>

#include "harness/fuzz/operation.h"

namespace assay::fuzz {
namespace {

bool views(const Statement& statement) { return statement.result && statement.result->is_view; }

/// A function with its own derivatives, different from those of its forward.
bool applies_function(const Statement& statement) {
  return statement.operation == Operation::kOwnFunction || statement.operation == Operation::kFunctionOfTwo;
}

bool detaches(const Statement& statement) { return statement.operation == Operation::kDetachInPlace; }

bool changes_shape(const Statement& statement) {
  return row_of(statement.operation).role == Role::kChangesMetadata && !detaches(statement);
}

bool writes(const Statement& statement) { return row_of(statement.operation).role == Role::kWrites; }

bool draws(const Statement& statement) {
  return statement.operation == Operation::kDraw || statement.operation == Operation::kDropout;
}

bool has_layers(const Statement& statement) { return has_parameters(statement.operation); }

bool is_given_twice(const Statement& statement) {
  return statement.operation == Operation::kFunctionOfTwo && statement.operand &&
         statement.operand->name == statement.target.name;
}

using IsSuch = bool (*)(const Statement&);

bool has(const std::vector<Statement>& statements, IsSuch is_such) {
  return std::ranges::any_of(statements, [is_such](const Statement& statement) {
    return is_such(statement) || has(statement.body, is_such);
  });
}

struct OperationFeature {
  Operation operation{};
  std::string_view feature;
};
constexpr OperationFeature kOfOperations[]{
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
    {Operation::kDropoutOfNothing, "dropout_of_nothing"},
    {Operation::kAddItself, "augmented_assignment"},
    {Operation::kAddForeach, "foreach_written"},
};

/// The place of the error: the region, or the statement within it.
enum class Blame : std::uint8_t { kRegion, kWithin };
struct RegionFeature {
  Operation region{};
  IsSuch is_such;
  Blame blame{};
  std::string_view feature;
};
constexpr RegionFeature kOfRegions[]{
    {Operation::kOwnFunction, has_layers, Blame::kRegion, "function_closes_over"},
    {Operation::kFunctionGrad, applies_function, Blame::kRegion, "own_backward"},
    {Operation::kFunctionGrad, applies_function, Blame::kRegion, "own_second_derivative"},
    {Operation::kJvp, applies_function, Blame::kRegion, "own_tangent"},
    {Operation::kVmap, applies_function, Blame::kRegion, "mapped_backward"},
    {Operation::kOwnFunction, writes, Blame::kRegion, "in_place_within"},
    {Operation::kNoGrad, views, Blame::kWithin, "view_without_gradients"},
    {Operation::kInferenceMode, writes, Blame::kWithin, "inference_written"},
    {Operation::kInferenceMode, detaches, Blame::kWithin, "detached_in_inference"},
};

/// Simpler features first.
constexpr std::string_view kOrder[]{
    "buffer_written",
    "buffer_written_untraced",
    "buffer_replaced",
    "replaced_buffer_given",
    "buffer_computed",
    "python_state",
    "strides_of_written",
    "applied_to_written",
    "changed_under_view",
    "two_draws",
    "unused_draw",
    "constant_written",
    "input_written",
    "function_closes_over",
    "own_backward",
    "own_tangent",
    "mapped_backward",
    "view_without_gradients",
    "inference_written",
    "detached_in_inference",
    "in_place_within",
    "own_second_derivative",
    "same_twice",
    "value_branch",
    "item_assigned",
    "view_written",
    "overlapping_view",
    "gapped_view",
    "detached_written",
    "dropout",
    "no_grad",
    "grad_within_no_grad",
    "inference_mode",
    "autocast",
    "checkpoint",
    "autograd_function",
    "replaced_within",
    "nested_grad",
    "vmap",
    "jvp",
    "cond",
    "scan",
    "custom_op",
    "dropout_of_nothing",
    "augmented_assignment",
    "foreach_written",
};

/// Collects the names that are read. Names are local to bodies, so an equal name read in another body counts,
/// too. That may miss an unread draw.
void add_read(const std::vector<Statement>& statements, std::set<std::string>& read) {
  for (const Statement& statement : statements) {
    read.insert(statement.target.name);
    for (const std::optional<Variable>* variable : {&statement.operand, &statement.body_result})
      if (*variable) read.insert((*variable)->name);
    add_read(statement.body, read);
  }
}

class Search {
 public:
  explicit Search(const Program& program) : program_(program) {
    if (program.base == Base::kConstant || program.base == Base::kClosure)
      constant_.insert(program.first.memory);
    if (program.base == Base::kBuffer) of_buffer_.insert(program.first.memory);
    add_read(program.statements, read_);
    for (const Variable& result : program.results) read_.insert(result.name);
  }

  std::vector<FeatureUse> run() {
    look_at(program_.statements);
    look_at_draws(program_.statements);
    look_into(program_.statements);
    std::erase_if(found_, [](const FeatureUse& use) { return use.at.empty(); });
    return found_;
  }

 private:
  void note(std::string_view feature, const Statement& statement) {
    std::ranges::find(found_, feature, &FeatureUse::feature)->at.push_back(&statement);
  }
  void note_if(bool is_so, std::string_view feature, const Statement& statement) {
    if (is_so) note(feature, statement);
  }

  /// Statements of forward's own scope.
  void look_at(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      look_at_write(statement);
      look_at_view(statement);
      look_at_result(statement);
      if (row_of(statement.operation).region == RegionForm::kBlock) look_at(statement.body);
    }
  }

  void look_at_write(const Statement& statement) {
    const Variable& target = statement.target;
    const bool of_base = target.memory == program_.first.memory, is_write = writes(statement);
    const bool is_buffer = program_.base == Base::kBuffer, is_given = program_.first.name == "x";
    const bool changes = is_write || row_of(statement.operation).role == Role::kChangesMetadata;
    note_if(changes && constant_.contains(target.memory), "constant_written", statement);
    if (row_of(statement.operation).role == Role::kRebinds && of_base && is_buffer)
      for (const char* feature : {"buffer_replaced", "replaced_buffer_given"}) note(feature, statement);
    if (!is_write) return;
    if (of_base && is_buffer)
      for (const char* feature : {"buffer_written", "buffer_written_untraced"}) note(feature, statement);
    // The state of a function around forward is Python state, not module state.
    note_if(of_base && program_.base == Base::kClosure, "python_state", statement);
    note_if(of_base && is_given, "input_written", statement);
    note_if(target.is_view, "view_written", statement);
    note_if(may_overlap(target.type), "overlapping_view", statement);
    note_if(row_of(statement.operation).text.starts_with("{v}["), "item_assigned", statement);
    // PyTorch reads the value of a mask without dimensions, in C++.
    note_if(statement.operation == Operation::kAssignMasked && target.type.dimensions() == 0, "value_branch",
            statement);
    note_if(strided_.contains(target.memory), "strides_of_written", statement);
    note_if(gapped_.contains(target.name), "gapped_view", statement);
    note_if(is_given && detached_.contains(target.name), "detached_written", statement);
    if (target.is_view) view_written_.insert(target.memory);
  }

  void look_at_view(const Statement& statement) {
    const Variable& target = statement.target;
    // Autograd rebuilds views by the operations that made them. It fails if the base or the view has changed
    // its shape since.
    note_if(changes_shape(statement) ? !target.is_view && viewed_.contains(target.memory)
                                     : writes(statement) && reshaped_.contains(target.name),
            "changed_under_view", statement);
    if (changes_shape(statement) && target.is_view) reshaped_.insert(target.name);
    if (!views(statement)) return;
    viewed_.insert(target.memory);
    if (statement.operation == Operation::kStridedGapped ||
        statement.operation == Operation::kStridedOverlapping)
      strided_.insert(target.memory);
    const auto add = [&](Operation view, std::set<std::string>& names) {
      if (statement.operation == view || names.contains(target.name)) names.insert(statement.result->name);
    };
    add(Operation::kUnfoldGapped, gapped_);
    add(Operation::kDetach, detached_);
  }

  void look_at_result(const Statement& statement) {
    const auto all_in = [&](const std::set<std::size_t>& memories) {
      return memories.contains(statement.target.memory) &&
             (!statement.operand || memories.contains(statement.operand->memory));
    };
    note_if(draws(statement) && constant_.contains(statement.target.memory), "two_draws", statement);
    note_if(applies_function(statement) && view_written_.contains(statement.target.memory),
            "applied_to_written", statement);
    const std::optional<Variable>& made = statement.result ? statement.result : statement.rebound;
    if (!made) return;
    note_if(made->memory != statement.target.memory && all_in(of_buffer_), "buffer_computed", statement);
    if (all_in(constant_)) constant_.insert(made->memory);
    if (all_in(of_buffer_)) of_buffer_.insert(made->memory);
  }

  /// Draws after a draw whose result is not read.
  void look_at_draws(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      look_at_draws(statement.body);
      if (!draws(statement)) continue;
      note_if(drawn_in_vain_, "unused_draw", statement);
      drawn_in_vain_ |= statement.result && !read_.contains(statement.result->name);
    }
  }

  /// Operations and regions at every depth.
  void look_into(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      for (const OperationFeature& one : kOfOperations)
        note_if(statement.operation == one.operation, one.feature, statement);
      note_if(is_given_twice(statement), "same_twice", statement);
      for (const RegionFeature& one : kOfRegions) {
        if (statement.operation != one.region || !has(statement.body, one.is_such)) continue;
        if (one.feature == "own_second_derivative" && !program_.has_gradient) continue;
        if (one.blame == Blame::kRegion)
          note(one.feature, statement);
        else
          note_within(statement.body, one);
      }
      look_into(statement.body);
    }
  }

  void note_within(const std::vector<Statement>& statements, const RegionFeature& one) {
    for (const Statement& statement : statements) {
      note_if(one.is_such(statement), one.feature, statement);
      note_within(statement.body, one);
    }
  }

  static std::vector<FeatureUse> none_yet() {
    std::vector<FeatureUse> uses;
    for (const std::string_view feature : kOrder) uses.push_back({feature, {}});
    return uses;
  }

  const Program& program_;
  std::vector<FeatureUse> found_ = none_yet();
  std::set<std::string> read_;
  std::set<std::size_t> constant_;           // memories independent of all inputs
  std::set<std::size_t> of_buffer_;          // memories computed from the buffer alone
  std::set<std::size_t> viewed_, strided_;   // memories with a view; with a view by strides
  std::set<std::size_t> view_written_;       // written through a view
  std::set<std::string> gapped_, detached_;  // variables derived from such a view
  std::set<std::string> reshaped_;           // views whose shape changed in place
  bool drawn_in_vain_ = false;
};

}  // namespace

std::span<const std::string_view> feature_names() { return kOrder; }

std::vector<FeatureUse> features_of(const Program& program) { return Search(program).run(); }

}  // namespace assay::fuzz
