// Term, the node type behind sym::Expr, for builders, parser and printer only.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/graph/sym_expr.h"

namespace assay::sym {

/// An integer, or a float if a float takes part.
struct Number {
  bool is_float = false;
  std::int64_t integer = 0;
  double real = 0;
  double as_double() const { return is_float ? real : static_cast<double>(integer); }
};

/// kSymbol, kCall: `name`. kNumber: `number`. kPow: args = {base, exponent}. kMul: at most one number, first.
/// kAdd: at most one number, last. kRelation: args = {left, right}, only kEq, kNe, kLt, kLe.
struct Term {
  Kind kind;
  Name name;
  Number number;
  Relation relation = Relation::kEq;
  std::vector<Expr> args;
  int depth = 1;
  std::int64_t degree = 0;
};

inline bool is_integer(const Expr& expr, std::int64_t value) {
  return expr->kind == Kind::kNumber && !expr->number.is_float && expr->number.integer == value;
}

}  // namespace assay::sym
