// Reads expressions: recursive descent with a depth limit.
#include <charconv>
#include <cmath>
#include <utility>

#include "harness/error/error.h"
#include "harness/graph/sym_term.h"
#include "harness/words/literal.h"

namespace assay::sym {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Expr run() {
    Expr expr = comparison();
    skip_space();
    if (at_ != text_.size()) fail("an operator or the end");
    return expr;
  }

 private:
  [[noreturn]] void fail(std::string expected) const {
    throw InputError({.what = "not a symbolic expression: " + excerpt(text_),
                      .expected = std::move(expected),
                      .found = at_ == text_.size() ? "the end"
                                                   : excerpt(text_.substr(at_, 1)) + " at column " +
                                                         std::to_string(at_ + 1)});
  }

  void skip_space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(std::string_view token) {
    skip_space();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) fail("'" + std::string(token) + "'");
  }

  Expr comparison() {
    Expr left = sum();
    constexpr std::pair<std::string_view, Relation> kTokens[] = {
        {"<=", Relation::kLe}, {">=", Relation::kGe}, {"<", Relation::kLt}, {">", Relation::kGt}};
    for (const auto& [token, kind] : kTokens)
      if (accept(token)) return relation(kind, left, sum());
    return left;
  }

  Expr sum() {
    std::vector<Expr> terms{product()};
    while (true) {
      if (accept("+"))
        terms.push_back(product());
      else if (accept("-"))
        terms.push_back(mul({integer(-1), product()}));
      else
        return terms.size() == 1 ? terms[0] : add(terms);
    }
  }

  Expr product() {
    std::vector<Expr> factors{signed_power()};
    const auto so_far = [&factors] { return factors.size() == 1 ? factors[0] : mul(factors); };
    while (true) {
      if (accept("//"))
        factors = {call(Name("FloorDiv"), {so_far(), signed_power()})};
      else if (peek() == '*' && text_.substr(at_, 2) != "**" && accept("*"))
        factors.push_back(signed_power());
      else
        return so_far();
    }
  }

  Expr signed_power() {
    if (!accept("-")) return power();
    if (at_ < text_.size() && is_digit(text_[at_])) return power("-");
    const Nesting nesting(*this);
    return mul({integer(-1), signed_power()});
  }

  // `minus` is the sign of a number that follows, so that -9223372036854775808 can be read. -2**2 is -(2**2).
  Expr power(std::string_view minus = "") {
    const std::size_t start = at_;
    Expr base = atom(minus);
    if (!accept("**")) return base;
    if (!minus.empty()) {
      at_ = start;
      return mul({integer(-1), power()});
    }
    return pow(base, atom(accept("-") ? "-" : ""));
  }

  Expr atom(std::string_view minus = "") {
    const char c = peek();
    if (is_digit(c)) return literal(minus);
    if (!minus.empty()) fail("a number");
    const Nesting nesting(*this);
    if (accept("(")) {
      Expr inner = comparison();
      expect(")");
      return inner;
    }
    const std::size_t start = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    if (at_ == start) fail("a number, a symbol or '('");
    const Name name(text_.substr(start, at_ - start));
    return at_ < text_.size() && text_[at_] == '(' ? function(name) : symbol(name);
  }

  Expr function(Name name) {
    expect("(");
    std::vector<Expr> args;
    while (!accept(")")) {
      if (!args.empty()) expect(",");
      args.push_back(comparison());
    }
    const bool equality = name.view() == "Eq" || name.view() == "Ne";
    if (!equality) return call(name, std::move(args));
    if (args.size() != 2) fail("two arguments of " + name.str());
    return relation(name.view() == "Eq" ? Relation::kEq : Relation::kNe, args[0], args[1]);
  }

  Expr literal(std::string_view minus) {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_number_char(at_, start)) ++at_;
    const std::string digits = std::string(minus) + std::string(text_.substr(start, at_ - start));
    const char *begin = digits.data(), *end = begin + digits.size();
    if (digits.find_first_of(".e") == std::string::npos) {
      std::int64_t value = 0;
      const auto [stop, error] = std::from_chars(begin, end, value);
      if (error != std::errc() || stop != end) fail("a 64-bit integer");
      return integer(value);
    }
    double value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || stop != end) fail("a number");
    return number(value);
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  bool is_number_char(std::size_t at, std::size_t start) const {
    const char c = text_[at];
    if (is_digit(c) || c == '.' || c == 'e') return true;
    return (c == '+' || c == '-') && at > start && text_[at - 1] == 'e';
  }

  struct Nesting {
    explicit Nesting(Parser& parser_in) : parser(parser_in) {
      if (++parser.depth_ > kMaxDepth) parser.fail("at most " + std::to_string(kMaxDepth) + " nested levels");
    }
    ~Nesting() { --parser.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    Parser& parser;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Expr parse(std::string_view text) { return Parser(text).run(); }

std::optional<std::string> canonical(std::string_view text) {
  try {
    return print(parse(text));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace assay::sym
