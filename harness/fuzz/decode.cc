// decode: numbers to statements, by the rules of a Scope.
#include "harness/fuzz/decode.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "harness/error/error.h"

namespace assay::fuzz {
namespace {

constexpr std::size_t kLongestBody = 3;

/// The numbers of a sequence in order.
class Numbers {
 public:
  explicit Numbers(const Sequence& sequence) : sequence_(sequence) {}
  std::uint16_t head(std::size_t place) const { return place < sequence_.size() ? sequence_[place] : 0; }
  bool has_statement() const { return at_ + kStatementLength <= sequence_.size(); }
  std::uint16_t next() { return sequence_[at_++]; }

 private:
  const Sequence& sequence_;
  std::size_t at_ = kHeadLength;
};

/// The operation and variables of a statement.
struct Chosen {
  const OperationRow* row = nullptr;
  std::size_t target = 0, operand = 0;
};

using Rows = std::vector<const OperationRow*>;

/// By vocabulary. A larger vocabulary begins with the rows of the smaller.
const std::vector<Rows>& rows_of() {
  static const std::vector<Rows> all = [] {
    std::vector<Rows> rows(kVocabularyNames.names().size());
    for (const Vocabulary step : kVocabularyNames.values())
      for (const OperationRow& row : all_operations())
        for (const Vocabulary vocabulary : kVocabularyNames.values())
          if (row.vocabulary == step && step <= vocabulary)
            rows[static_cast<std::size_t>(vocabulary)].push_back(&row);
    return rows;
  }();
  return all;
}

class Decoder {
 public:
  Decoder(const Sequence& sequence, Vocabulary vocabulary)
      : numbers_(sequence), rows_(rows_of().at(static_cast<std::size_t>(vocabulary))) {}

  Program run() {
    begin();
    while (numbers_.has_statement())
      if (std::optional<Statement> statement = next(scope_))
        program_.statements.push_back(std::move(*statement));
    end();
    return std::move(program_);
  }

 private:
  void begin() {
    program_.base = static_cast<Base>(numbers_.head(0) % kBaseNames.names().size());
    const bool whole_numbers = numbers_.head(2) % 2 == 1;
    program_.gradient =
        gradient(static_cast<Gradient>(numbers_.head(1) % kGradientNames.names().size()), whole_numbers);
    program_.returned = static_cast<Returned>(numbers_.head(3) % kReturnedNames.names().size());
    const DType dtype = whole_numbers ? DType::kInt64 : DType::kFloat64;
    program_.type = contiguous(dtype, {4, 6}, program_.base == Base::kInputView ? 6 : 0);
    program_.first = first();
    program_.first.is_given = program_.base != Base::kIntermediate && program_.base != Base::kConstant;
    scope_.histories.front().is_given =
        program_.base == Base::kInputView || program_.base == Base::kInputNonLeaf;
    program_.other = scope_.fresh("y", contiguous(dtype, {}), program_.gradient != Gradient::kOff, true);
    program_.other.is_given = true;
    scope_.variables = {program_.first, program_.other};
  }

  Gradient gradient(Gradient asked, bool whole_numbers) const {
    if (whole_numbers) return Gradient::kOff;
    const bool has_leaf = program_.base == Base::kInput || program_.base == Base::kBuffer;
    return asked == Gradient::kLeaf && !has_leaf ? Gradient::kOn : asked;
  }

  Variable first() {
    const bool leaf = program_.gradient == Gradient::kLeaf, on = program_.gradient == Gradient::kOn;
    switch (program_.base) {
      case Base::kInput:
        return scope_.fresh("x", program_.type, leaf, true);
      case Base::kIntermediate:
        return scope_.fresh("b", program_.type, on);
      case Base::kBuffer:
        return state("self.kept", leaf);
      case Base::kInputView: {
        Variable view = scope_.fresh("x", program_.type, on);
        view.is_view = true;
        return view;
      }
      case Base::kInputNonLeaf:
        return scope_.fresh("x", program_.type, on);
      case Base::kConstant:
        return scope_.fresh("b", program_.type, false);
      case Base::kClosure:
        break;
    }
    Variable held = state("held", false);
    held.is_bound_here = false;
    return held;
  }

  Variable state(const std::string& name, bool is_parameter) {
    Variable kept = scope_.fresh(name, program_.type, is_parameter, true);
    kept.is_bound_here = !is_parameter;
    scope_.histories[kept.history].outlives = true;
    return kept;
  }

  std::optional<Statement> next(Scope& scope) {
    const std::optional<Chosen> chosen = choose(scope);
    if (!chosen) return std::nullopt;
    Statement statement{.operation = chosen->row->operation, .target = scope.variables[chosen->target]};
    if (chosen->row->takes_operand) statement.operand = scope.variables[chosen->operand];
    switch (chosen->row->region) {
      case RegionForm::kBlock:
        return block(scope, std::move(statement), chosen->operand);
      case RegionForm::kFunction:
        return function(scope, std::move(statement), chosen->operand);
      case RegionForm::kNone:
        apply(scope, *chosen, statement);
    }
    return statement;
  }

  /// Prefers the requested operation on the requested variables, then on other variables, then the next
  /// operation. For a region `operand` is the number itself.
  std::optional<Chosen> choose(const Scope& scope) {
    const std::size_t operation = numbers_.next(), target = numbers_.next(), operand = numbers_.next();
    const std::size_t variables = scope.variables.size();
    for (std::size_t further = 0; further < rows_.size(); ++further) {
      const OperationRow& row = *rows_[(operation + further) % rows_.size()];
      for (std::size_t i = 0; i < variables; ++i) {
        const std::size_t v = (target + i) % variables;
        for (std::size_t j = 0; j < (row.takes_operand ? variables : 1); ++j) {
          const std::size_t w = row.takes_operand ? (operand + j) % variables : v;
          if (!row.applies(scope, scope.variables[v], scope.variables[w])) continue;
          return Chosen{&row, v, row.region == RegionForm::kNone ? w : operand};
        }
      }
    }
    return std::nullopt;
  }

  static void apply(Scope& scope, const Chosen& chosen, Statement& statement) {
    Variable& target = scope.variables[chosen.target];
    const Variable operand = scope.variables[chosen.operand];
    const bool follows = scope.modes.grad && (scope.requires_grad(target) || scope.requires_grad(operand) ||
                                              has_parameters(statement.operation));
    switch (chosen.row->role) {
      case Role::kWrites:
        if (follows) keep_history(scope.histories[target.history]);
        return;
      case Role::kChangesMetadata:
        target.type = chosen.row->gives(target, operand);
        if (statement.operation == Operation::kDetachInPlace) detach(scope, target);
        return;
      case Role::kRebinds:
        rebind(scope, target, chosen.row->gives(target, operand), follows);
        statement.rebound = target;
        return;
      case Role::kViews:
        statement.result = view(scope, *chosen.row, target);
        break;
      case Role::kComputes:
        statement.result = scope.fresh(scope.next_name(), chosen.row->gives(target, operand), follows);
        if (saves_for_backward(statement.operation) && follows)
          for (const std::size_t kept : {target.memory, operand.memory, statement.result->memory})
            scope.memories[kept].is_saved = true;
        break;
      case Role::kRegion:
        return;
    }
    scope.variables.push_back(*statement.result);
  }

  /// A rebound state remains a state.
  static void rebind(Scope& scope, Variable& target, TensorType type, bool follows) {
    const bool outlives = scope.histories[target.history].outlives;
    target = scope.fresh(target.name, std::move(type), follows);
    scope.histories[target.history].outlives = outlives;
  }

  /// For eager's refusals, existing views then count as views of a leaf.
  static void detach(Scope& scope, Variable& target) {
    History& of_views = scope.histories[target.history];
    of_views.is_leaf = true;
    const History own{.outlives = of_views.outlives};
    target.history = scope.histories.size();
    scope.histories.push_back(own);
  }

  static void keep_history(History& history) {
    history.requires_grad = true;
    history.is_leaf = false;
  }

  /// It returns its argument itself.
  static bool gives_its_argument(Operation operation) {
    return operation == Operation::kContiguous || operation == Operation::kToItself ||
           operation == Operation::kDropoutOfNothing;
  }

  static Variable view(Scope& scope, const OperationRow& row, const Variable& target) {
    Variable made = target;
    made.name = scope.next_name();
    made.type = row.gives(target, target);
    made.is_view = true;
    made.is_bound_here = true;
    made.is_given = target.is_given && gives_its_argument(row.operation);
    // Eager treats a view made without gradients like one of several results.
    const bool is_part =
        row.operation == Operation::kChunk || row.operation == Operation::kUnbind || !scope.modes.grad;
    scope.histories[target.history].has_parts |= is_part;
    made.is_part |= is_part;
    if (row.operation == Operation::kReinterpret) made.reinterprets = true;
    if (row.operation == Operation::kDetach) {
      made.history = scope.histories.size();
      made.is_part = made.reinterprets = false;
      scope.histories.push_back({.outlives = scope.histories[target.history].outlives});
    }
    return made;
  }

  std::optional<Statement> block(Scope& scope, Statement statement, std::size_t length) {
    const Modes outside = scope.modes;
    const std::size_t known = scope.memories.size();
    if (statement.operation == Operation::kNoGrad || statement.operation == Operation::kInferenceMode)
      scope.modes.grad = false;
    if (statement.operation == Operation::kEnableGrad)
      scope.modes.grad = outside.body == Body::kForward || outside.grad;
    statement.body = body(scope, length);
    scope.modes = outside;
    if (statement.operation == Operation::kInferenceMode)
      for (std::size_t i = known; i < scope.memories.size(); ++i)
        scope.memories[i].is_saved = scope.memories[i].of_inference = true;
    if (statement.body.empty()) return std::nullopt;
    return statement;
  }

  static Body body_of(Operation operation) {
    switch (operation) {
      case Operation::kCheckpoint:
        return Body::kRerun;
      case Operation::kFunctionGrad:
      case Operation::kJvp:
      case Operation::kVmap:
        return Body::kTransformed;
      default:
        return Body::kFunction;
    }
  }

  /// The body sees only its argument, and may not write it.
  std::optional<Statement> function(Scope& scope, Statement statement, std::size_t length) {
    const OperationRow& row = row_of(statement.operation);
    Scope inner;
    inner.modes.body = body_of(statement.operation);
    const bool follows = scope.modes.grad && scope.requires_grad(statement.target);
    const bool is_followed = statement.operation == Operation::kFunctionGrad ||
                             (follows && (statement.operation == Operation::kCheckpoint ||
                                          statement.operation == Operation::kVmap));
    statement.argument = inner.fresh("a", row.gives(statement.target, statement.target), is_followed);
    inner.memories.front().is_saved = true;
    inner.variables = {*statement.argument};
    statement.body = body(inner, length);
    const Variable& last = inner.variables.back();
    const bool derives = statement.operation == Operation::kOwnFunction;
    if (statement.body.empty() || (derives && last.type.dtype != statement.argument->type.dtype))
      return std::nullopt;
    statement.body_result = last;
    statement.gives_result = !last.is_view && !inner.memories[last.memory].is_saved;
    statement.result = scope.fresh(scope.next_name(), result_of(statement), follows);
    if (follows) scope.memories[statement.target.memory].is_saved = true;
    scope.memories[statement.result->memory].is_saved |= follows;
    scope.variables.push_back(*statement.result);
    return statement;
  }

  /// The function returns the body's result, or twice its values.
  static TensorType result_of(const Statement& statement) {
    const TensorType &inner = statement.body_result->type, &given = statement.target.type;
    if (statement.operation == Operation::kFunctionGrad) return contiguous(given.dtype, given.shape);
    std::vector<std::int64_t> shape = inner.shape;
    if (statement.operation == Operation::kVmap || statement.operation == Operation::kScan)
      shape.insert(shape.begin(), given.shape[0]);
    return contiguous(inner.dtype, std::move(shape));
  }

  std::vector<Statement> body(Scope& scope, std::size_t length) {
    std::vector<Statement> statements;
    for (std::size_t i = 0; i <= length % kLongestBody && numbers_.has_statement(); ++i)
      if (std::optional<Statement> statement = next(scope)) statements.push_back(std::move(*statement));
    return statements;
  }

  void end() {
    if (program_.returned == Returned::kValues)
      for (const Variable& variable : scope_.variables)
        if (variable.name != "y") program_.results.push_back(variable);
    if (program_.returned == Returned::kReads) collect_reads(program_.statements);
    program_.has_gradient = scope_.requires_grad(scope_.variables.front());
    for (const Variable& result : program_.results) program_.has_gradient |= scope_.requires_grad(result);
  }

  void collect_reads(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      const OperationRow& row = row_of(statement.operation);
      if (row.region == RegionForm::kBlock) collect_reads(statement.body);
      const bool reads = row.role == Role::kComputes || row.region == RegionForm::kFunction;
      if (reads && statement.result) program_.results.push_back(*statement.result);
    }
  }

  Numbers numbers_;
  const Rows& rows_;
  Scope scope_;
  Program program_;
};

[[noreturn]] void refuse(std::string_view text) {
  throw InputError({.what = "not a program",
                    .where = "--program",
                    .expected = "a vocabulary and numbers, such as aliasing:0.0.0.0.8.0.0",
                    .found = std::string(text),
                    .next = Command{"fuzz", {"--count", "10"}}});
}

}  // namespace

Program decode(const Sequence& sequence, Vocabulary vocabulary) {
  return Decoder(sequence, vocabulary).run();
}

std::uint16_t number_of(Operation operation) {
  const OperationRow& asked = row_of(operation);
  const auto stands_before = [&](const OperationRow& row) {
    return std::pair(row.vocabulary, row.operation) < std::pair(asked.vocabulary, asked.operation);
  };
  return static_cast<std::uint16_t>(std::ranges::count_if(all_operations(), stands_before));
}

std::string to_text(const Sequence& sequence, Vocabulary vocabulary) {
  std::string text(kVocabularyNames[vocabulary]);
  char separator = ':';
  for (const std::uint16_t number : sequence) {
    text += separator + std::to_string(number);
    separator = '.';
  }
  return text;
}

CodedProgram program_from_text(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::optional<Vocabulary> vocabulary = kVocabularyNames.find(text.substr(0, colon));
  if (!vocabulary || colon == std::string_view::npos) refuse(text);
  CodedProgram coded{.vocabulary = *vocabulary, .sequence = {}};
  const char* at = text.data() + colon + 1;
  const char* const end = text.data() + text.size();
  while (true) {
    std::uint16_t number = 0;
    const auto [stopped, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (stopped != end && *stopped != '.')) refuse(text);
    coded.sequence.push_back(number);
    if (stopped == end) return coded;
    at = stopped + 1;
  }
}

}  // namespace assay::fuzz
