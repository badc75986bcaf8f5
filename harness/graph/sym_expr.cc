// Builders that keep expressions canonical.
#include "harness/graph/sym_expr.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "harness/error/error.h"
#include "harness/graph/sym_term.h"
#include "harness/words/literal.h"

namespace assay::sym {
namespace {

[[noreturn]] void cannot_build() {
  throw InputError(
      {.what = "number in a symbolic expression is out of range", .expected = "a 64-bit integer"});
}

// ---- numbers

Number make_real(double value) {
  if (!std::isfinite(value)) cannot_build();
  return {true, 0, value};
}
Number plus(const Number& left, const Number& right) {
  if (left.is_float || right.is_float) return make_real(left.as_double() + right.as_double());
  Number sum;
  if (__builtin_add_overflow(left.integer, right.integer, &sum.integer)) cannot_build();
  return sum;
}
Number times(const Number& left, const Number& right) {
  if (left.is_float || right.is_float) return make_real(left.as_double() * right.as_double());
  Number product;
  if (__builtin_mul_overflow(left.integer, right.integer, &product.integer)) cannot_build();
  return product;
}
bool is_zero(const Number& number) { return !number.is_float && number.integer == 0; }
bool is_one(const Number& number) { return !number.is_float && number.integer == 1; }

// ---- making nodes

std::int64_t saturating_times(std::int64_t left, std::int64_t right) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(left, right, &product) ? INT64_MAX : product;
}

std::int64_t degree_of(const Term& term) {
  switch (term.kind) {
    case Kind::kNumber:
      return 0;
    case Kind::kSymbol:
    case Kind::kCall:
    case Kind::kRelation:
      return 1;
    case Kind::kPow: {
      const std::optional<std::int64_t> exponent = as_integer(term.args[1]);
      return exponent && *exponent > 0 ? saturating_times(term.args[0]->degree, *exponent) : 1;
    }
    case Kind::kMul:
    case Kind::kAdd:
      break;
  }
  std::int64_t degree = 0;
  for (const Expr& arg : term.args) {
    if (term.kind == Kind::kAdd)
      degree = std::max(degree, arg->degree);
    else if (__builtin_add_overflow(degree, arg->degree, &degree))
      return INT64_MAX;
  }
  return degree;
}

Expr make(Term term) {
  for (const Expr& arg : term.args) term.depth = std::max(term.depth, arg->depth + 1);
  if (term.depth > kMaxDepth)
    throw InputError({.what = "symbolic expression is nested too deeply",
                      .expected = "at most " + std::to_string(kMaxDepth) + " levels"});
  term.degree = degree_of(term);
  return std::make_shared<const Term>(std::move(term));
}

Expr make_number(const Number& value) {
  return make({.kind = Kind::kNumber, .name = {}, .number = value, .args = {}});
}

// ---- the order of terms and factors: symbols by name and number (s2 before s10), then powers, calls, sums

std::pair<std::string_view, std::string_view> split_number(std::string_view name) {
  const std::size_t end = name.find_last_not_of("0123456789");
  return {name.substr(0, end + 1), name.substr(end + 1)};
}

int sign(auto ordering) { return ordering < 0 ? -1 : ordering > 0 ? 1 : 0; }

int compare_names(Name left, Name right) {
  if (left == right) return 0;
  const auto [left_stem, left_digits] = split_number(left.view());
  const auto [right_stem, right_digits] = split_number(right.view());
  if (const int order = sign(left_stem <=> right_stem)) return order;
  if (left_digits.size() != right_digits.size()) return left_digits.size() < right_digits.size() ? -1 : 1;
  return sign(left_digits <=> right_digits);
}

int compare(const Expr& left, const Expr& right) {
  if (left == right) return 0;
  if (left->kind != right->kind) return left->kind < right->kind ? -1 : 1;
  if (left->kind == Kind::kNumber) {
    const Number &one = left->number, &two = right->number;
    if (!one.is_float && !two.is_float) return sign(one.integer <=> two.integer);
    if (one.as_double() != two.as_double()) return one.as_double() < two.as_double() ? -1 : 1;
    return int{one.is_float} - int{two.is_float};
  }
  if (const int order = compare_names(left->name, right->name)) return order;
  if (left->relation != right->relation) return left->relation < right->relation ? -1 : 1;
  const std::size_t common = std::min(left->args.size(), right->args.size());
  for (std::size_t i = 0; i < common; ++i)
    if (const int order = compare(left->args[i], right->args[i])) return order;
  return sign(left->args.size() <=> right->args.size());
}

bool before(const Expr& left, const Expr& right) { return compare(left, right) < 0; }

// ---- sums and products

struct Weighted {
  Expr expr;      // without its numeric factor (a sum's term) or its integer exponent (a product's factor)
  Number weight;  // that factor or exponent
};

// Merges equal expressions and adds their weights.
std::vector<Weighted> collect(std::vector<Weighted> parts) {
  std::ranges::stable_sort(
      parts, [](const Weighted& left, const Weighted& right) { return before(left.expr, right.expr); });
  std::vector<Weighted> merged;
  for (Weighted& part : parts) {
    if (!merged.empty() && compare(merged.back().expr, part.expr) == 0)
      merged.back().weight = plus(merged.back().weight, part.weight);
    else
      merged.push_back(std::move(part));
  }
  std::erase_if(merged, [](const Weighted& part) { return is_zero(part.weight); });
  return merged;
}

Weighted split_coefficient(const Expr& term) {
  if (term->kind != Kind::kMul || term->args[0]->kind != Kind::kNumber) return {term, {false, 1, 0}};
  std::vector<Expr> rest(term->args.begin() + 1, term->args.end());
  const Number coefficient = term->args[0]->number;
  if (rest.size() == 1) return {rest[0], coefficient};
  return {make({.kind = Kind::kMul, .name = {}, .number = {}, .args = std::move(rest)}), coefficient};
}

Weighted split_exponent(const Expr& factor) {
  if (factor->kind == Kind::kPow && as_integer(factor->args[1]))
    return {factor->args[0], factor->args[1]->number};
  return {factor, {false, 1, 0}};
}

Expr with_coefficient(const Number& coefficient, const Expr& rest) {
  if (is_one(coefficient)) return rest;
  std::vector<Expr> args = rest->kind == Kind::kMul ? rest->args : std::vector<Expr>(1, rest);
  args.insert(args.begin(), make_number(coefficient));
  return make({.kind = Kind::kMul, .name = {}, .number = {}, .args = std::move(args)});
}

// The arguments, with nested nodes of the same kind replaced by theirs. Canonical trees need only a single
// level.
std::vector<Expr> flatten(Kind kind, const std::vector<Expr>& args) {
  std::vector<Expr> flat;
  for (const Expr& arg : args) {
    if (arg->kind == kind)
      flat.insert(flat.end(), arg->args.begin(), arg->args.end());
    else
      flat.push_back(arg);
  }
  return flat;
}

bool has_kind(const std::vector<Expr>& args, Kind kind) {
  return std::ranges::any_of(args, [kind](const Expr& arg) { return arg->kind == kind; });
}

Expr power_of_integers(const Expr& base, std::int64_t exponent) {
  Number result{false, 1, 0};
  for (std::int64_t i = 0; i < exponent; ++i) result = times(result, base->number);
  return make_number(result);
}

bool commutes(Name function) {
  const std::string_view name = function.view();
  return name == "Min" || name == "Max" || name == "And" || name == "Or";
}

bool is_identifier(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  if (name.empty() || !letter(name[0])) return false;
  return std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

Name checked_identifier(Name name) {
  if (!is_identifier(name.view()))
    throw InputError({.what = "not a symbol or function name",
                      .expected = "[A-Za-z_][A-Za-z0-9_]*",
                      .found = excerpt(name.view())});
  return name;
}

}  // namespace

Expr integer(std::int64_t value) { return make_number({false, value, 0}); }
Expr number(double value) { return make_number(make_real(value)); }
Expr symbol(Name name) {
  return make({.kind = Kind::kSymbol, .name = checked_identifier(name), .number = {}, .args = {}});
}

Expr add(const std::vector<Expr>& terms) {
  Number constant;
  std::vector<Weighted> parts;
  for (const Expr& term : flatten(Kind::kAdd, terms)) {
    if (term->kind == Kind::kNumber)
      constant = plus(constant, term->number);
    else
      parts.push_back(split_coefficient(term));
  }
  std::vector<Expr> sum;
  for (const Weighted& part : collect(std::move(parts)))
    sum.push_back(with_coefficient(part.weight, part.expr));
  // Merging can leave a nested sum: 2*(a + b) - (a + b).
  if (has_kind(sum, Kind::kAdd)) {
    sum.push_back(make_number(constant));
    return add(sum);
  }
  std::ranges::stable_sort(sum,
                           [](const Expr& left, const Expr& right) { return left->degree > right->degree; });
  if (!is_zero(constant) || sum.empty()) sum.push_back(make_number(constant));
  if (sum.size() == 1) return sum[0];
  return make({.kind = Kind::kAdd, .name = {}, .number = {}, .args = std::move(sum)});
}

Expr mul(const std::vector<Expr>& factors) {
  Number coefficient{false, 1, 0};
  std::vector<Weighted> parts;
  for (const Expr& factor : flatten(Kind::kMul, factors)) {
    if (factor->kind == Kind::kNumber)
      coefficient = times(coefficient, factor->number);
    else
      parts.push_back(split_exponent(factor));
  }
  if (is_zero(coefficient)) return make_number(coefficient);
  std::vector<Expr> product;
  for (const Weighted& part : collect(std::move(parts)))
    product.push_back(pow(part.expr, make_number(part.weight)));
  // Merging can leave a nested product or a number: (a*b)**2 * (a*b)**(-1).
  if (has_kind(product, Kind::kMul) || has_kind(product, Kind::kNumber)) {
    product.push_back(make_number(coefficient));
    return mul(product);
  }
  if (product.empty()) return make_number(coefficient);
  if (!is_one(coefficient)) product.insert(product.begin(), make_number(coefficient));
  if (product.size() == 1) return product[0];
  return make({.kind = Kind::kMul, .name = {}, .number = {}, .args = std::move(product)});
}

Expr pow(const Expr& base, const Expr& exponent) {
  const std::optional<std::int64_t> power = as_integer(exponent);
  if (power == 0) return integer(1);
  if (power == 1) return base;
  const std::optional<std::int64_t> number = as_integer(base);
  if (power && *power > 0 && number) {
    if (*number == 0 || *number == 1) return base;
    if (*number == -1) return integer(*power % 2 == 0 ? 1 : -1);
    return power_of_integers(base, *power);  // overflows after at most 63 steps
  }
  if (power && base->kind == Kind::kPow && as_integer(base->args[1]))
    return pow(base->args[0], make_number(times(base->args[1]->number, exponent->number)));
  return make({.kind = Kind::kPow, .name = {}, .number = {}, .args = {base, exponent}});
}

Expr call(Name function, std::vector<Expr> args) {
  if (commutes(function)) std::ranges::stable_sort(args, before);
  return make(
      {.kind = Kind::kCall, .name = checked_identifier(function), .number = {}, .args = std::move(args)});
}

Expr relation(Relation relation, const Expr& left, const Expr& right) {
  Term term{.kind = Kind::kRelation, .name = {}, .number = {}, .relation = relation, .args = {left, right}};
  const bool turned = relation == Relation::kGt || relation == Relation::kGe;
  const bool symmetric = relation == Relation::kEq || relation == Relation::kNe;
  if (turned) term.relation = relation == Relation::kGt ? Relation::kLt : Relation::kLe;
  if (turned || (symmetric && before(right, left))) std::swap(term.args[0], term.args[1]);
  return make(std::move(term));
}

std::optional<std::int64_t> as_integer(const Expr& expr) {
  if (expr->kind != Kind::kNumber || expr->number.is_float) return std::nullopt;
  return expr->number.integer;
}

Expr rename(const Expr& expr, const std::unordered_map<Name, Name>& names) {
  if (expr->kind == Kind::kSymbol) {
    const auto found = names.find(expr->name);
    return found == names.end() ? expr : symbol(found->second);
  }
  if (expr->args.empty()) return expr;
  std::vector<Expr> args;
  for (const Expr& arg : expr->args) args.push_back(rename(arg, names));
  switch (expr->kind) {
    case Kind::kAdd:
      return add(args);
    case Kind::kMul:
      return mul(args);
    case Kind::kPow:
      return pow(args[0], args[1]);
    case Kind::kRelation:
      return relation(expr->relation, args[0], args[1]);
    default:
      return call(expr->name, std::move(args));
  }
}

std::vector<Name> symbols_of(const Expr& expr) {
  std::vector<Name> symbols;
  std::unordered_set<Name> seen;
  const auto walk = [&](const auto& self, const Expr& at) -> void {
    if (at->kind == Kind::kSymbol && seen.insert(at->name).second) symbols.push_back(at->name);
    for (const Expr& arg : at->args) self(self, arg);
  };
  walk(walk, expr);
  return symbols;
}

}  // namespace assay::sym
