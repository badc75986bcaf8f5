// counted.
#include "harness/words/quantity.h"

#include <catch2/catch.hpp>

namespace assay {

TEST_CASE("a noun has its plural unless there is one of it") {
  CHECK(counted(0, "graph") == "0 graphs");
  CHECK(counted(1, "graph") == "1 graph");
  CHECK(counted(2, "pending graph") == "2 pending graphs");
}

}  // namespace assay
