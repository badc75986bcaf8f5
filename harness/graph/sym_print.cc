// Prints expressions: the canonical text of a canonical tree.
#include "harness/graph/sym_term.h"
#include "harness/words/literal.h"

namespace assay::sym {
namespace {

// Binding strength around an operand. Looser operands get parentheses.
enum class Level { kRelation, kSum, kProduct, kPower, kAtom };

void print_at(std::string& out, const Expr& expr, Level level);

bool is_floor_div(const Term& term) {
  return term.kind == Kind::kCall && term.args.size() == 2 && term.name.view() == "FloorDiv";
}

Level level_of(const Term& term) {
  switch (term.kind) {
    case Kind::kRelation:
      return term.relation == Relation::kLt || term.relation == Relation::kLe ? Level::kRelation
                                                                              : Level::kAtom;
    case Kind::kAdd:
      return Level::kSum;
    case Kind::kMul:
      return Level::kProduct;
    case Kind::kPow:
      return Level::kPower;
    case Kind::kCall:
      return is_floor_div(term) ? Level::kProduct : Level::kAtom;
    case Kind::kNumber:
      return term.number.as_double() < 0 ? Level::kSum : Level::kAtom;
    case Kind::kSymbol:
      break;
  }
  return Level::kAtom;
}

void print_list(std::string& out, std::string_view function, const std::vector<Expr>& args) {
  out.append(function).append("(");
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i > 0) out += ", ";
    print_at(out, args[i], Level::kRelation);
  }
  out += ')';
}

void print_number(std::string& out, const Number& number) {
  if (number.is_float)
    append_float(out, number.real);
  else
    append_int(out, number.integer);
}

void print_product(std::string& out, const Term& term) {
  std::size_t first = 0;
  if (is_integer(term.args[0], -1)) {
    out += '-';
    first = 1;
  } else if (term.args[0]->kind == Kind::kNumber) {
    print_number(out, term.args[0]->number);
    out += '*';
    first = 1;
  }
  for (std::size_t i = first; i < term.args.size(); ++i) {
    if (i > first) out += '*';
    print_at(out, term.args[i], Level::kPower);
  }
}

void print_sum(std::string& out, const Term& term) {
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    std::string text;
    print_at(text, term.args[i], Level::kProduct);
    // A negative number needs parentheses as a factor, but not as a term.
    if (term.args[i]->kind == Kind::kNumber) {
      text.clear();
      print_number(text, term.args[i]->number);
    }
    const bool negative = text[0] == '-';
    if (i > 0) out += negative ? " - " : " + ";
    out.append(text, i > 0 && negative ? 1 : 0);
  }
}

void print_relation(std::string& out, const Term& term) {
  if (term.relation == Relation::kEq || term.relation == Relation::kNe)
    return print_list(out, term.relation == Relation::kEq ? "Eq" : "Ne", term.args);
  print_at(out, term.args[0], Level::kSum);
  out += term.relation == Relation::kLt ? " < " : " <= ";
  print_at(out, term.args[1], Level::kSum);
}

void print_bare(std::string& out, const Term& term) {
  switch (term.kind) {
    case Kind::kSymbol:
      out += term.name.str();
      return;
    case Kind::kNumber:
      return print_number(out, term.number);
    case Kind::kAdd:
      return print_sum(out, term);
    case Kind::kMul:
      return print_product(out, term);
    case Kind::kRelation:
      return print_relation(out, term);
    case Kind::kPow:
      print_at(out, term.args[0], Level::kAtom);
      out += "**";
      return print_at(out, term.args[1], Level::kAtom);
    case Kind::kCall:
      break;
  }
  if (!is_floor_div(term)) return print_list(out, term.name.view(), term.args);
  print_at(out, term.args[0], Level::kPower);
  out += "//";
  print_at(out, term.args[1], Level::kPower);
}

void print_at(std::string& out, const Expr& expr, Level level) {
  const bool loose = level_of(*expr) < level;
  if (loose) out += '(';
  print_bare(out, *expr);
  if (loose) out += ')';
}

}  // namespace

std::string print(const Expr& expr) {
  std::string out;
  print_at(out, expr, Level::kRelation);
  return out;
}

}  // namespace assay::sym
