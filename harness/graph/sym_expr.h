// Expressions over symbolic sizes. Each tree has a single canonical text, independent of the printers of
// PyTorch and sympy. Order, like terms and constants are normalised. Nothing beyond that is proved.
//
// Text:  2*s0 + 1    s0//2 (floor division)    s0**2    Mod(s0, 4)    Min(s0, s1)    1.5
// Relations (guards):  s0 < 4    s0 <= s1    Eq(s0, 4)    Ne(s0, s1); `>` and `>=` swap their sides.
// Builders throw InputError for numbers beyond 64 bits and for trees deeper than kMaxDepth.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "harness/words/name.h"

namespace assay::sym {

inline constexpr int kMaxDepth = 200;

enum class Kind : std::uint8_t { kSymbol, kPow, kCall, kMul, kAdd, kRelation, kNumber };
enum class Relation : std::uint8_t { kEq, kNe, kLt, kLe, kGt, kGe };

struct Term;
/// Immutable; copies share. Only the builders below make trees, and keep them canonical.
using Expr = std::shared_ptr<const Term>;

Expr integer(std::int64_t value);
Expr number(double value);  ///< must be finite
Expr symbol(Name name);     ///< [A-Za-z_][A-Za-z0-9_]*
Expr add(const std::vector<Expr>& terms);
Expr mul(const std::vector<Expr>& factors);
Expr pow(const Expr& base, const Expr& exponent);
/// Any function by its name: "Mod", "Min", "Max", "floor", "And", ..; "FloorDiv" of two arguments prints as
/// `a//b`. The arguments of Min, Max, And, Or are sorted. A fraction is call("Rational", {1, 2}).
Expr call(Name function, std::vector<Expr> args);
Expr relation(Relation relation, const Expr& left, const Expr& right);

/// Accepts any order and spacing of the grammar above. Throws InputError for other text.
Expr parse(std::string_view text);
std::string print(const Expr& expr);

/// The canonical form of `text`; empty if it is not an expression.
std::optional<std::string> canonical(std::string_view text);

/// Symbols missing in `names` are kept. The result is canonical.
Expr rename(const Expr& expr, const std::unordered_map<Name, Name>& names);

/// In print() order, without repetition.
std::vector<Name> symbols_of(const Expr& expr);

/// The value if the expression is an integer.
std::optional<std::int64_t> as_integer(const Expr& expr);

/// The value of an expression: a number, or the truth of a relation.
using Worth = std::variant<std::int64_t, double, bool>;
using Bindings = std::unordered_map<Name, Worth>;

/// Fractions are exact until a float takes part. A result that is not an integer is a double. `True` and
/// `False` are values. Throws InputError for a symbol without a value, an unknown function, a division by
/// zero, and beyond 64 bits.
Worth evaluate(const Expr& expr, const Bindings& bindings);
/// Whether a relation is true, or a number is not zero. Throws as evaluate does.
bool holds(const Expr& relation, const Bindings& bindings);

}  // namespace assay::sym
