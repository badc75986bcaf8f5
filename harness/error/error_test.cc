// The message of an Error.
#include "harness/error/error.h"

#include <catch2/catch.hpp>

namespace assay {

TEST_CASE("an error tells what, where, expected, found and next, one line each") {
  const InputError error({.what = "unknown key \"shpae\"",
                          .where = "mlp.json:3: inputs[0]",
                          .expected = "one of: dtype, shape",
                          .found = "shpae",
                          .next = "assay list cases"});
  CHECK(std::string(error.what()) ==
        "mlp.json:3: inputs[0]: unknown key \"shpae\"\n"
        "  expected: one of: dtype, shape\n"
        "  found: shpae\n"
        "  next: assay list cases");
  CHECK(error.parts().next.text() == "assay list cases");
}

TEST_CASE("empty parts of an error leave no line") {
  CHECK(to_message({.what = "disk full"}) == "disk full");
  CHECK(to_message({.what = "no such graph", .found = "backward"}) == "no such graph\n  found: backward");
}

TEST_CASE("bad input and a harness that cannot work are different types") {
  CHECK_THROWS_AS(throw HarnessError({.what = "no worker"}), Error);
  const auto throw_harness = [] { throw HarnessError({.what = "no worker"}); };
  bool caught_as_input = false;
  try {
    throw_harness();
  } catch (const InputError&) {
    caught_as_input = true;
  } catch (const Error&) {
  }
  CHECK_FALSE(caught_as_input);
}

}  // namespace assay
