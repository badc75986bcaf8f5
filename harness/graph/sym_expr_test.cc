// Symbolic expressions: a single canonical text per tree.
#include "harness/graph/sym_expr.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay {
namespace {

std::string shown(const char* text) { return sym::print(sym::parse(text)); }

}  // namespace

TEST_CASE("an expression has one text, however it was written") {
  const std::pair<const char*, const char*> same[] = {
      {"1 + s0*2", "2*s0 + 1"},
      {"s1 + s0", "s0 + s1"},
      {"s10 + s2", "s2 + s10"},
      {"s0 + s0 + s0", "3*s0"},
      {"s0 - s0", "0"},
      {"s1*s0*3", "3*s0*s1"},
      {"s0*s0", "s0**2"},
      {"s0 + s0**2 + 1", "s0**2 + s0 + 1"},
      {"-(s0) + 4", "-s0 + 4"},
      {"s0 - (s1 - 2)", "s0 - (s1 - 2)"},
      {"((s0))", "s0"},
      {"2*3 + 4", "10"},
      {"2**10", "1024"},
      {"(s0//2)*2", "2*(s0//2)"},
      {"(s0+1)//(2*s1)", "(s0 + 1)//(2*s1)"},
      {"Max(s1, s0, 4)", "Max(s0, s1, 4)"},
      {"Mod(s1,s0)", "Mod(s1, s0)"},
      {"floor(1.5*s0)", "floor(1.5*s0)"},
      {"s0**(-1)", "s0**(-1)"},
      {"-2**2", "-4"},
      {"FloorDiv(s0, 2)", "s0//2"},
  };
  for (const auto& [text, canonical] : same) {
    CAPTURE(text);
    CHECK(shown(text) == canonical);
    CHECK(shown(canonical) == canonical);
  }
}

TEST_CASE("different expressions have different texts") {
  CHECK(shown("Mod(s0, s1)") != shown("Mod(s1, s0)"));
  CHECK(shown("s0//s1") != shown("s1//s0"));
  CHECK(shown("2*(s0//2)") != shown("(2*s0)//2"));
  CHECK(shown("s0 + 1") != shown("s0 + 1.0"));
  CHECK(shown("s0 < 4") != shown("4 < s0"));
}

TEST_CASE("relations point one way") {
  CHECK(shown("s0 > 3") == "3 < s0");
  CHECK(shown("s0 >= s1") == "s1 <= s0");
  CHECK(shown("Eq(4, s0)") == "Eq(s0, 4)");
  CHECK(shown("Ne(s1, s0)") == "Ne(s0, s1)");
  CHECK(shown("Or(s1 < 2, Eq(s0, 1))") == "Or(Eq(s0, 1), s1 < 2)");
  CHECK(shown("Eq(Mod(s0, 8), 0)") == "Eq(Mod(s0, 8), 0)");
}

TEST_CASE("renaming keeps the text canonical") {
  const sym::Expr expr = sym::parse("2*s0 + s1");
  CHECK(sym::print(sym::rename(expr, {{Name("s0"), Name("s7")}, {Name("s1"), Name("s3")}})) == "s3 + 2*s7");
  CHECK(sym::print(sym::rename(expr, {{Name("s1"), Name("s0")}})) == "3*s0");
  CHECK(sym::print(sym::rename(sym::parse("Max(s0, s1)"), {{Name("s0"), Name("u0")}})) == "Max(s1, u0)");
}

TEST_CASE("symbols are listed as the text shows them") {
  CHECK(sym::symbols_of(sym::parse("s2*s0 + Mod(s1, s0)")) ==
        std::vector<Name>{Name("s0"), Name("s2"), Name("s1")});
  CHECK(sym::symbols_of(sym::parse("7")).empty());
}

TEST_CASE("trees built by hand print as those parsed") {
  const sym::Expr s0 = sym::symbol(Name("s0"));
  CHECK(sym::print(sym::add({sym::integer(1), sym::mul({s0, sym::integer(2)})})) == "2*s0 + 1");
  CHECK(sym::print(sym::relation(sym::Relation::kGe, s0, sym::number(0.5))) == "0.5 <= s0");
  CHECK(sym::print(sym::pow(sym::pow(s0, sym::integer(2)), sym::integer(3))) == "s0**6");
  CHECK(sym::as_integer(sym::mul({sym::integer(6), sym::integer(7)})) == 42);
  CHECK(sym::as_integer(s0) == std::nullopt);
}

TEST_CASE("64 bits are the limit of integers") {
  CHECK(shown("9223372036854775807 + s0") == "s0 + 9223372036854775807");
  CHECK(shown("-9223372036854775808") == "-9223372036854775808");
  CHECK(sym::canonical("9223372036854775808") == std::nullopt);
  CHECK(sym::canonical("9223372036854775807 + 1") == std::nullopt);
  CHECK(sym::canonical("2**64") == std::nullopt);
  CHECK(sym::canonical("2**9223372036854775807") == std::nullopt);
}

TEST_CASE("what is not an expression is refused with the place") {
  CHECK_THROWS_WITH(sym::parse("2*s0 +"),
                    "not a symbolic expression: \"2*s0 +\"\n"
                    "  expected: a number, a symbol or '('\n"
                    "  found: the end");
  CHECK_THROWS_WITH(sym::parse("s0 % 2"),
                    "not a symbolic expression: \"s0 % 2\"\n"
                    "  expected: an operator or the end\n"
                    "  found: \"%\" at column 4");
  for (const char* text : {"", "(", ")", "s0 s1", "s0 / 2", "2 ** ", "f(", "f(,)", "s0..1", "1e999", "Eq(s0)",
                           "s0 < s1 < s2", "é", "- ", "1x"}) {
    CAPTURE(text);
    CHECK(sym::canonical(text) == std::nullopt);
  }
}

TEST_CASE("deep nesting ends in an error, long sums do not") {
  CHECK(sym::canonical(std::string(100000, '(') + "s0" + std::string(100000, ')')) == std::nullopt);
  CHECK(sym::canonical(std::string(100000, '-') + "s0") == std::nullopt);
  std::string power = "s0", sum = "s0";
  for (int i = 0; i < 100000; ++i) power += "**s0", sum += " + s0";
  CHECK(sym::canonical(power) == std::nullopt);
  CHECK(sym::canonical(sum) == "100001*s0");
}

}  // namespace assay
