// Reach: a forward pass for values, repeated passes to a fixed point for gradients.
#include "harness/fuzz/reach.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "harness/fuzz/operation.h"

namespace assay::fuzz {
namespace {

/// The variable that the statement changes or creates.
const Variable& outcome_of(const Statement& statement) {
  if (statement.result) return *statement.result;
  return statement.rebound ? *statement.rebound : statement.target;
}

std::vector<const Variable*> read_by(const Statement& statement) {
  std::vector<const Variable*> read{&statement.target};
  if (statement.operand) read.push_back(&*statement.operand);
  return read;
}

std::optional<std::size_t> number_in(const std::string& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The argument of forward by its number in reports. nullptr for another number, and for the source x of a
/// computed base, which nothing else reads.
const Variable* argument_of(const Program& program, const std::string& number) {
  const bool has_x = takes_x(program);
  if (number == (has_x ? "1" : "0")) return &program.other;
  return number == "0" && program.first.name == "x" ? &program.first : nullptr;
}

}  // namespace

Reach::Reach(const Program& program, const std::vector<const Statement*>& at, RunOrder order)
    : program_(program), at_(at.begin(), at.end()) {
  walk(program.statements, wrong_memories_, false);
  const bool holds_state = program.base == Base::kBuffer || program.base == Base::kClosure;
  if (order == RunOrder::kLater) {
    const bool is_wrong = holds_state && is_base_wrong();
    wrong_memories_ = is_wrong ? Memories{program.first.memory} : Memories{};
    walk(program.statements, wrong_memories_, false);
  }
  leading_memories_ = wrong_memories_;
  std::size_t before = 0;
  do {
    before = leading_memories_.size();
    add_leading(program.statements, leading_memories_);
  } while (leading_memories_.size() != before);
  mark_leading(program.statements, false);
}

void Reach::walk(const std::vector<Statement>& statements, Memories& wrong, bool all) {
  for (const Statement& statement : statements) {
    const bool is_origin = all || at_.contains(&statement);
    const bool reads_wrong = std::ranges::any_of(
        read_by(statement), [&](const Variable* read) { return wrong.contains(read->memory); });
    const RegionForm region = row_of(statement.operation).region;
    bool is_wrong = is_origin || reads_wrong;
    if (region == RegionForm::kBlock) {
      is_wrong = is_origin;
      walk(statement.body, wrong, is_origin);
    } else if (region == RegionForm::kFunction) {
      is_wrong |= walk_function(statement, reads_wrong, is_origin);
    } else if (statement.operation == Operation::kKeepTotal) {
      is_total_wrong_ |= is_wrong;
      is_wrong = is_total_wrong_;
    }
    if (!is_wrong) continue;
    wrong_.insert(&statement);
    if (region != RegionForm::kBlock) wrong.insert(outcome_of(statement).memory);
  }
}

/// Whether the function's result is wrong. Memories of a function are numbered separately.
bool Reach::walk_function(const Statement& statement, bool is_target_wrong, bool all) {
  Memories wrong;
  if (is_target_wrong && statement.argument) wrong.insert(statement.argument->memory);
  walk(statement.body, wrong, all);
  return statement.body_result && wrong.contains(statement.body_result->memory);
}

void Reach::add_leading(const std::vector<Statement>& statements, Memories& leading) {
  for (const Statement& statement : statements) {
    if (row_of(statement.operation).region == RegionForm::kBlock) {
      add_leading(statement.body, leading);
      continue;
    }
    if (!leading.contains(outcome_of(statement).memory)) continue;
    for (const Variable* read : read_by(statement)) leading.insert(read->memory);
  }
}

void Reach::mark_leading(const std::vector<Statement>& statements, bool all) {
  for (const Statement& statement : statements) {
    const RegionForm region = row_of(statement.operation).region;
    const bool leads =
        all || (region != RegionForm::kBlock && leading_memories_.contains(outcome_of(statement).memory));
    if (leads) leading_.insert(&statement);
    if (leads && statement.operation == Operation::kLinear) layers_.insert("linear");
    if (leads && statement.operation == Operation::kTiedLinear)
      layers_.insert("first"), layers_.insert("second");
    mark_leading(statement.body, leads && region == RegionForm::kFunction);
  }
}

bool Reach::includes(const ComparedValue& subject) const {
  switch (subject.kind) {
    case ComparedValue::Kind::kResult:
      return is_result_wrong(subject.name);
    case ComparedValue::Kind::kGradient:
      return is_gradient_wrong(subject.name);
    case ComparedValue::Kind::kParameter:
    case ComparedValue::Kind::kBuffer:
      if (subject.name == "total.kept") return is_total_wrong_;
      return subject.name == "kept" && program_.base == Base::kBuffer && is_base_wrong();
    case ComparedValue::Kind::kInput:
      break;
  }
  const Variable* argument = argument_of(program_, subject.name);
  return argument != nullptr && wrong_memories_.contains(argument->memory);
}

bool Reach::is_result_wrong(const std::string& name) const {
  const std::optional<std::size_t> number = number_in(name);
  if (!number) return false;
  if (program_.results.empty()) return *number == 0 && wrong_memories_.contains(program_.other.memory);
  return *number < program_.results.size() && wrong_memories_.contains(program_.results[*number].memory);
}

/// The tensor that the run began with, or its replacement.
bool Reach::is_base_wrong() const {
  const auto is_wrong = [this](const Statement& statement) {
    return statement.rebound && statement.rebound->name == program_.first.name &&
           wrong_memories_.contains(statement.rebound->memory);
  };
  const auto any_within = [&](const auto& self, const std::vector<Statement>& statements) -> bool {
    return std::ranges::any_of(statements, [&](const Statement& statement) {
      return is_wrong(statement) || self(self, statement.body);
    });
  };
  return wrong_memories_.contains(program_.first.memory) || any_within(any_within, program_.statements);
}

bool Reach::is_gradient_wrong(const std::string& name) const {
  if (takes_x(program_) && name == "0") return leading_memories_.contains(program_.first.memory);
  if (const Variable* argument = argument_of(program_, name))
    return leading_memories_.contains(argument->memory);
  if (name == "kept" && program_.base == Base::kBuffer)
    return leading_memories_.contains(program_.first.memory);
  return layers_.contains(name.substr(0, name.find('.')));
}

}  // namespace assay::fuzz
