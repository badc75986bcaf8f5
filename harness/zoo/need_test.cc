// Parsing and printing of needs.
#include "harness/zoo/need.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay {

TEST_CASE("needs are read by name, each once, in their order") {
  CHECK(print_needs(needs_from({"shapes", "backward", "shapes"}, "--need")) == "backward, shapes");
  CHECK(needs_from({}, "--need").empty());
  CHECK(print_needs(kNeedNames.values()) ==
        "backward, shapes, mutation, aliasing, dynamic, names, one_graph, functional, without_assay");
}

TEST_CASE("an unknown need is refused with the needs there are and the nearest of them") {
  try {
    needs_from({"backwards"}, "--need");
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(to_message(error.parts()) ==
          to_message({.what = "unknown need 'backwards'; did you mean 'backward'?",
                      .where = "--need",
                      .expected = "one or more of backward, shapes, mutation, aliasing, dynamic, names, "
                                  "one_graph, functional, without_assay",
                      .found = "backwards",
                      .next = "assay list methods"}));
  }
}

TEST_CASE("the nearest of the needs of graphs is told as well") {
  CHECK_THROWS_WITH(needs_from({"onegraph"}, "--need"), Catch::Contains("did you mean 'one_graph'?"));
  CHECK_THROWS_WITH(needs_from({"functionl"}, "--need"), Catch::Contains("did you mean 'functional'?"));
}

}  // namespace assay
