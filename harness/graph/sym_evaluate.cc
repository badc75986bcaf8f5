// Evaluates expressions: exact fractions until a float takes part.
#include <cmath>
#include <utility>

#include "harness/error/error.h"
#include "harness/graph/sym_term.h"
#include "harness/words/literal.h"

namespace assay::sym {
namespace {

// -Wpedantic knows `__extension__` before a typedef, not within a `using`.
// NOLINTNEXTLINE(modernize-use-using)
__extension__ typedef __int128 Wide;  // products of two 64-bit integers

[[noreturn]] void fail(const std::string& what, std::string found) {
  throw InputError({.what = what, .found = std::move(found)});
}
[[noreturn]] void cannot_evaluate() {
  fail("a symbolic expression has no 64-bit value", "an overflow or a division by zero");
}

// A truth value, a float, or the fraction top/bottom in lowest terms with bottom > 0.
struct Part {
  enum class Kind { kFraction, kFloat, kTruth } kind = Kind::kFraction;
  std::int64_t top = 0, bottom = 1;
  double real = 0;
  bool truth = false;

  double as_double() const {
    if (kind == Kind::kFloat) return real;
    if (kind == Kind::kTruth) return truth ? 1 : 0;
    return static_cast<double>(top) / static_cast<double>(bottom);
  }
  bool is_fraction() const { return kind == Kind::kFraction; }
  bool as_truth() const { return kind == Kind::kTruth ? truth : as_double() != 0; }
};

Part of_float(double real) {
  if (!std::isfinite(real)) cannot_evaluate();
  return {.kind = Part::Kind::kFloat, .real = real};
}
Part of_truth(bool truth) { return {.kind = Part::Kind::kTruth, .truth = truth}; }

Part of_fraction(Wide top, Wide bottom) {
  if (bottom == 0) cannot_evaluate();
  Wide left = top < 0 ? -top : top, right = bottom < 0 ? -bottom : bottom;
  while (right != 0) left = std::exchange(right, left % right);
  if (left == 0) left = 1;
  if (bottom < 0) left = -left;
  top /= left, bottom /= left;
  if (top > INT64_MAX || top < INT64_MIN || bottom > INT64_MAX) cannot_evaluate();
  return {.top = static_cast<std::int64_t>(top), .bottom = static_cast<std::int64_t>(bottom)};
}
Part of_integer(std::int64_t value) { return {.top = value}; }

bool exact(const Part& left, const Part& right) { return left.is_fraction() && right.is_fraction(); }

Part sum_of(const Part& left, const Part& right) {
  if (!exact(left, right)) return of_float(left.as_double() + right.as_double());
  return of_fraction(static_cast<Wide>(left.top) * right.bottom + static_cast<Wide>(right.top) * left.bottom,
                     static_cast<Wide>(left.bottom) * right.bottom);
}
Part product_of(const Part& left, const Part& right) {
  if (!exact(left, right)) return of_float(left.as_double() * right.as_double());
  return of_fraction(static_cast<Wide>(left.top) * right.top, static_cast<Wide>(left.bottom) * right.bottom);
}
Part quotient(const Part& left, const Part& right) {
  if (!exact(left, right)) return of_float(left.as_double() / right.as_double());
  return of_fraction(static_cast<Wide>(left.top) * right.bottom, static_cast<Wide>(left.bottom) * right.top);
}
Part negated(const Part& part) { return product_of(of_integer(-1), part); }

Part floor_of(const Part& part) {
  if (!part.is_fraction()) return of_float(std::floor(part.as_double()));
  const std::int64_t cut = part.top / part.bottom;
  return of_integer(part.top % part.bottom < 0 ? cut - 1 : cut);
}
Part ceiling_of(const Part& part) { return negated(floor_of(negated(part))); }

Part to_integer(const Part& part) {
  if (part.is_fraction() && part.bottom == 1) return part;
  const double real = part.as_double();
  if (!(real >= -9.2e18 && real <= 9.2e18)) cannot_evaluate();
  return of_integer(static_cast<std::int64_t>(real));
}

Part power(const Part& base, const Part& exponent) {
  if (!exact(base, exponent) || exponent.bottom != 1)
    return of_float(std::pow(base.as_double(), exponent.as_double()));
  if (exponent.top < 0) return quotient(of_integer(1), power(base, negated(exponent)));
  Part result = of_integer(1), square = base;
  for (std::int64_t left = exponent.top; left > 0; left /= 2) {  // at most 63 steps
    if (left % 2 == 1) result = product_of(result, square);
    if (left > 1) square = product_of(square, square);
  }
  return result;
}

int order(const Part& left, const Part& right) {
  if (exact(left, right)) {
    const auto a = static_cast<Wide>(left.top) * right.bottom, b = static_cast<Wide>(right.top) * left.bottom;
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return left.as_double() < right.as_double() ? -1 : left.as_double() > right.as_double() ? 1 : 0;
}

Part modulo(const Part& left, const Part& right) {
  return sum_of(left, negated(product_of(right, floor_of(quotient(left, right)))));
}

class Evaluation {
 public:
  explicit Evaluation(const Bindings& bindings) : bindings_(bindings) {}

  Part of(const Expr& expr) const {
    const Term& term = *expr;
    switch (term.kind) {
      case Kind::kNumber:
        return term.number.is_float ? of_float(term.number.real) : of_integer(term.number.integer);
      case Kind::kSymbol:
        return of_symbol(term.name);
      case Kind::kAdd:
        return fold(term, sum_of);
      case Kind::kMul:
        return fold(term, product_of);
      case Kind::kPow:
        return power(of(term.args[0]), of(term.args[1]));
      case Kind::kRelation:
        return of_relation(term);
      case Kind::kCall:
        break;
    }
    return of_call(term);
  }

 private:
  Part of_symbol(Name name) const {
    if (name.view() == "True" || name.view() == "False") return of_truth(name.view() == "True");
    const auto found = bindings_.find(name);
    if (found == bindings_.end()) fail("a symbol has no value", name.str());
    if (const auto* integer = std::get_if<std::int64_t>(&found->second)) return of_integer(*integer);
    if (const auto* real = std::get_if<double>(&found->second)) return of_float(*real);
    return of_truth(std::get<bool>(found->second));
  }

  template <typename Operation>
  Part fold(const Term& term, Operation operation) const {
    Part result = of(term.args.at(0));
    for (std::size_t i = 1; i < term.args.size(); ++i) result = operation(result, of(term.args[i]));
    return result;
  }

  Part of_relation(const Term& term) const {
    const int compared = order(of(term.args[0]), of(term.args[1]));
    switch (term.relation) {
      case Relation::kEq:
        return of_truth(compared == 0);
      case Relation::kNe:
        return of_truth(compared != 0);
      case Relation::kLt:
        return of_truth(compared < 0);
      case Relation::kLe:
        return of_truth(compared <= 0);
      case Relation::kGt:
        return of_truth(compared > 0);
      case Relation::kGe:
        break;
    }
    return of_truth(compared >= 0);
  }

  // Deciding arguments are evaluated first: the others may have no value.
  Part of_call(const Term& term) const {
    const std::string_view name = term.name.view();
    const auto takes = [&](std::size_t count) {
      if (term.args.size() != count)
        fail("a function of a symbolic expression has another number of arguments", term.name.str());
    };
    if (name == "And" || name == "Or") {
      for (const Expr& arg : term.args)
        if (of(arg).as_truth() == (name == "Or")) return of_truth(name == "Or");
      return of_truth(name == "And");
    }
    if (name == "Where") return takes(3), of(term.args[of(term.args[0]).as_truth() ? 1 : 2]);
    if (name == "Piecewise") {
      for (const Expr& arg : term.args)
        if (arg->args.size() == 2 && of(arg->args[1]).as_truth()) return of(arg->args[0]);
      cannot_evaluate();
    }
    if (name == "BooleanTrue" || name == "BooleanFalse") return takes(0), of_truth(name == "BooleanTrue");
    if ((name == "Min" || name == "Max") && !term.args.empty()) {
      const int wanted = name == "Min" ? -1 : 1;
      return fold(term, [wanted](const Part& left, const Part& right) {
        return order(right, left) == wanted ? right : left;
      });
    }
    if (name == "ModularIndexing")
      return takes(3), modulo(floor_of(quotient(of(term.args[0]), of(term.args[1]))), of(term.args[2]));
    if (term.args.size() == 2) return of_two(name, of(term.args[0]), of(term.args[1]));
    if (term.args.size() == 1) return of_one(name, of(term.args[0]));
    unknown(name);
  }

  static Part of_two(std::string_view name, const Part& left, const Part& right) {
    if (name == "FloorDiv" || name == "CleanDiv") return floor_of(quotient(left, right));
    if (name == "CeilDiv") return ceiling_of(quotient(left, right));
    if (name == "Mod" || name == "PythonMod") return modulo(left, right);
    if (name == "Rational") return quotient(left, right);
    if (name == "IntTrueDiv" || name == "FloatTrueDiv") return of_float(left.as_double() / right.as_double());
    if (name == "PowByNatural") return power(left, right);
    if (name == "FloatPow") return of_float(std::pow(left.as_double(), right.as_double()));
    if (name == "LShift") return product_of(left, power(of_integer(2), right));
    if (name == "RShift") return floor_of(quotient(left, power(of_integer(2), right)));
    unknown(name);
  }

  static Part of_one(std::string_view name, const Part& part) {
    if (name == "Not") return of_truth(!part.as_truth());
    if (name == "Identity") return part;
    if (name == "Abs") return order(part, of_integer(0)) < 0 ? negated(part) : part;
    if (name == "floor") return floor_of(part);
    if (name == "ceiling") return ceiling_of(part);
    if (name == "FloorToInt") return to_integer(floor_of(part));
    if (name == "CeilToInt") return to_integer(ceiling_of(part));
    if (name == "TruncToInt") return to_integer(of_float(std::trunc(part.as_double())));
    if (name == "TruncToFloat") return of_float(std::trunc(part.as_double()));
    if (name == "RoundToInt") return to_integer(of_float(std::nearbyint(part.as_double())));
    if (name == "ToFloat") return of_float(part.as_double());
    if (name == "OpaqueUnaryFn_sqrt") return of_float(std::sqrt(part.as_double()));
    if (name == "OpaqueUnaryFn_exp") return of_float(std::exp(part.as_double()));
    if (name == "OpaqueUnaryFn_log") return of_float(std::log(part.as_double()));
    unknown(name);
  }

  [[noreturn]] static void unknown(std::string_view name) {
    fail("a symbolic expression calls an unknown function", excerpt(name));
  }

  const Bindings& bindings_;
};

}  // namespace

Worth evaluate(const Expr& expr, const Bindings& bindings) {
  const Part part = Evaluation(bindings).of(expr);
  if (part.kind == Part::Kind::kTruth) return part.truth;
  if (part.is_fraction() && part.bottom == 1) return part.top;
  return part.as_double();
}

bool holds(const Expr& relation, const Bindings& bindings) {
  const Worth worth = evaluate(relation, bindings);
  return std::visit([](const auto& value) { return value != 0; }, worth);
}

}  // namespace assay::sym
