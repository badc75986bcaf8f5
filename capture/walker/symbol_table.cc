// SymbolTable: converts sympy trees node by node.
#include "capture/walker/symbol_table.h"

#include <cmath>

#include "capture/imported.h"
#include "capture/walker/unsupported.h"

namespace assay {

namespace py = pybind11;

namespace {

struct SymTypes {
  py::handle of_int = imported("torch", "SymInt"), of_float = imported("torch", "SymFloat"),
             of_bool = imported("torch", "SymBool");
};

const SymTypes& sym_types() {
  static const SymTypes types;
  return types;
}

std::optional<sym::Relation> relation_of(const std::string& sympy_class) {
  static const std::unordered_map<std::string, sym::Relation> known = {
      {"Equality", sym::Relation::kEq},       {"Unequality", sym::Relation::kNe},
      {"StrictLessThan", sym::Relation::kLt}, {"LessThan", sym::Relation::kLe},
      {"GreaterThan", sym::Relation::kGe},    {"StrictGreaterThan", sym::Relation::kGt}};
  const auto found = known.find(sympy_class);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

sym::Expr number_of(py::handle expression) {
  if (expression.attr("is_Integer").cast<bool>())
    return sym::integer(py::int_(py::reinterpret_borrow<py::object>(expression)).cast<std::int64_t>());
  if (expression.attr("is_Rational").cast<bool>()) {
    return sym::call(Name("Rational"), {sym::integer(expression.attr("p").cast<std::int64_t>()),
                                        sym::integer(expression.attr("q").cast<std::int64_t>())});
  }
  return sym::number(py::float_(py::reinterpret_borrow<py::object>(expression)).cast<double>());
}

// Bounds of a ValueRanges; nothing for infinite bounds.
std::optional<std::int64_t> bound(py::handle limit) {
  try {
    return py::int_(py::reinterpret_borrow<py::object>(limit)).cast<std::int64_t>();
  } catch (const std::exception&) {  // sympy's infinities, or beyond 64 bits
    return {};
  }
}

// Empty for numbers outside an expression's range: beyond 64 bits, infinite, not a number.
Name integer_text(py::handle value) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  return overflow == 0 ? Name(sym::print(sym::integer(number))) : Name();
}

// A jagged size, which differs from row to row, has no expression.
py::object expression_of(py::handle symbolic) {
  const py::object node = symbolic.attr("node");
  if (!py::hasattr(node, "expr")) raise_unsupported("a size of a jagged tensor: not supported yet");
  return node.attr("expr");
}

Name float_text(double value) { return std::isfinite(value) ? Name(sym::print(sym::number(value))) : Name(); }

}  // namespace

bool SymbolTable::is_symbolic(py::handle value) {
  const SymTypes& types = sym_types();
  return py::isinstance(value, types.of_int) || py::isinstance(value, types.of_float) ||
         py::isinstance(value, types.of_bool);
}

sym::Expr SymbolTable::symbol(py::handle sympy_symbol) {
  const auto theirs = sympy_symbol.attr("name").cast<std::string>();
  const auto [known, is_new] = renamed_.emplace(theirs, Name());
  if (is_new) {
    // ShapeEnv's prefixes: u (zu) are unbacked integers and floats. All others have a hint.
    const bool unbacked = theirs.rfind('u', 0) == 0 || theirs.rfind("zu", 0) == 0;
    known->second = Name(unbacked ? "u" + std::to_string(unbacked_++) : "s" + std::to_string(backed_++));
    order_.emplace_back(known->second, py::reinterpret_borrow<py::object>(sympy_symbol));
  }
  return sym::symbol(known->second);
}

sym::Expr SymbolTable::tree(py::handle expression) {
  if (expression.attr("is_Symbol").cast<bool>()) return symbol(expression);
  if (py::hasattr(expression, "is_Number") && expression.attr("is_Number").cast<bool>())
    return number_of(expression);
  std::vector<sym::Expr> parts;
  for (const py::handle argument : expression.attr("args")) parts.push_back(tree(argument));
  const auto kind = py::type::of(expression).attr("__name__").cast<std::string>();
  if (kind == "Add") return sym::add(parts);
  if (kind == "Mul") return sym::mul(parts);
  if (kind == "Pow") return sym::pow(parts.at(0), parts.at(1));
  if (const auto relation = relation_of(kind)) return sym::relation(*relation, parts.at(0), parts.at(1));
  return sym::call(Name(kind), std::move(parts));
}

Name SymbolTable::text(py::handle expression) {
  if (is_symbolic(expression)) return text(expression_of(expression));
  return Name(sym::print(tree(expression)));
}

Dim SymbolTable::dim(py::handle sym_int) {
  const py::object expression = expression_of(sym_int);
  if (expression.attr("is_Integer").cast<bool>())
    return Dim{py::int_(expression).cast<std::int64_t>(), Name()};
  return Dim{0, text(expression)};
}

std::optional<ScalarMeta> SymbolTable::scalar(py::handle value) {
  const SymTypes& types = sym_types();
  if (PyBool_Check(value.ptr()))
    return ScalarMeta{Name(value.ptr() == Py_True ? "True" : "False"), ScalarType::kBool};
  if (PyLong_Check(value.ptr())) return ScalarMeta{integer_text(value), ScalarType::kInt};
  if (PyFloat_Check(value.ptr()))
    return ScalarMeta{float_text(PyFloat_AS_DOUBLE(value.ptr())), ScalarType::kFloat};
  if (PyComplex_Check(value.ptr())) return ScalarMeta{Name(), ScalarType::kComplex};
  if (py::isinstance(value, types.of_int)) return ScalarMeta{text(value), ScalarType::kInt};
  if (py::isinstance(value, types.of_float)) return ScalarMeta{text(value), ScalarType::kFloat};
  if (py::isinstance(value, types.of_bool)) return ScalarMeta{text(value), ScalarType::kBool};
  return {};
}

std::vector<Symbol> SymbolTable::symbols(py::handle shape_env) const {
  std::vector<Symbol> all;
  for (const auto& [name, theirs] : order_) {
    Symbol symbol{.name = name};
    if (!shape_env.is_none()) {
      const char* hints = py::hasattr(shape_env, "backed_var_to_val") ? "backed_var_to_val" : "var_to_val";
      const py::object hint = shape_env.attr(hints).attr("get")(theirs);
      if (!hint.is_none()) symbol.hint = bound(hint);
      const py::object range = shape_env.attr("var_to_range").attr("get")(theirs);
      if (!range.is_none()) {
        symbol.lower = bound(range.attr("lower"));
        symbol.upper = bound(range.attr("upper"));
      }
    }
    all.push_back(symbol);
  }
  return all;
}

}  // namespace assay
