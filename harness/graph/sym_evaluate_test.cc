// Values of expressions.
#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/sym_expr.h"

namespace assay {
namespace {

sym::Bindings sizes() {
  return {{Name("s0"), std::int64_t{7}},
          {Name("s1"), std::int64_t{49}},
          {Name("u0"), std::int64_t{-7}},
          {Name("z0"), 2.5},
          {Name("b0"), true}};
}
sym::Worth worth(std::string_view text) { return sym::evaluate(sym::parse(text), sizes()); }
sym::Worth of(std::int64_t number) { return number; }
bool holds(std::string_view text) { return sym::holds(sym::parse(text), sizes()); }

TEST_CASE("sizes are computed with integers, exactly") {
  CHECK(worth("2*s0 + 1") == of(15));
  CHECK(worth("s0**2 - s1") == of(0));
  CHECK(worth("(s0 - 1)//4 + 1") == of(2));
  CHECK(worth("Max(s0 - 2, 1)*Min(s0, s1)") == of(35));
  CHECK(worth("Rational(1, 49)*s1") == of(1));  // in doubles 1/49*49 is less than 1
  CHECK(worth("floor(Rational(1, 2)*s0)") == of(3));
  CHECK(worth("CeilDiv(s0, 2)") == of(4));
  CHECK(worth("ModularIndexing(s1, 4, 5)") == of(2));
  CHECK(worth("s1*s0**(-1)") == of(7));
  CHECK_FALSE(worth("2*s0 + 1") == of(14));
}

TEST_CASE("division and remainder round as Python's do") {
  CHECK(worth("u0//2") == of(-4));
  CHECK(worth("Mod(u0, 4)") == of(1));
  CHECK(worth("PythonMod(u0, 4)") == of(1));
  CHECK(worth("TruncToInt(ToFloat(u0)*0.5)") == of(-3));
  CHECK(worth("RoundToInt(z0)") == of(2));
}

TEST_CASE("a float makes a float, and a fraction that is none becomes one") {
  CHECK(worth("z0 + s0") == sym::Worth(9.5));
  CHECK(worth("IntTrueDiv(s1, s0)") == sym::Worth(7.0));
  CHECK(worth("Rational(1, 2)*s0") == sym::Worth(3.5));
  CHECK(worth("2**(-1)") == sym::Worth(0.5));
}

TEST_CASE("guards hold or are broken") {
  CHECK(holds("Eq(s0, 7)"));
  CHECK_FALSE(holds("Ne(s0, 7)"));
  CHECK(holds("3 < s0"));
  CHECK_FALSE(holds("s0 < 7"));
  CHECK(holds("s0 <= 7"));
  CHECK(holds("Eq(Mod(s1, s0), 0)"));
  CHECK(holds("And(s0 < s1, b0)"));
  CHECK_FALSE(holds("Or(s1 < s0, Not(b0))"));
  CHECK(worth("True") == sym::Worth(true));
  CHECK(holds("9007199254740993*s0 < 9007199254740994*s0"));  // equal as doubles
}

TEST_CASE("what has no value is refused") {
  CHECK_THROWS_WITH(worth("s9 + 1"), "a symbol has no value\n  found: s9");
  CHECK_THROWS_WITH(worth("conjure(s0)"),
                    "a symbolic expression calls an unknown function\n  found: \"conjure\"");
  for (const char* text : {"s0//(s0 - 7)", "Mod(s0, 0)", "s1**20", "FloorDiv(s0)", "Rational(1)",
                           "Where(b0, s0)", "9223372036854775807 + s0", "Piecewise(s0)", "Min()"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(worth(text), InputError);
  }
  CHECK(worth("Where(b0, s0, s0//0)") == of(7));  // the branch not taken needs no value
}

}  // namespace
}  // namespace assay
