// Quantities: plurals, rounding, units.
#include "harness/words/quantity.h"

#include <catch2/catch.hpp>

namespace assay {

TEST_CASE("a noun has its plural unless there is one of it") {
  CHECK(counted(0, "graph") == "0 graphs");
  CHECK(counted(1, "graph") == "1 graph");
  CHECK(counted(2, "pending graph") == "2 pending graphs");
  CHECK(counted(1234567, "pair") == "1,234,567 pairs");
}

TEST_CASE("one that disagrees among many is not rounded up to all") {
  CHECK(percent_text(9999.0 / 10000.0) == "99.9 %");
  CHECK(percent_text(0.999) == "99.9 %");
  CHECK(percent_text(1) == "100 %");
  CHECK(percent_text(0) == "0.0 %");
}

TEST_CASE("figures have three digits or so and a unit") {
  CHECK(duration_text(0.0004) == "400 us");
  CHECK(duration_text(4.2) == "4.20 s");
  CHECK(bytes_text(700) == "700 B");
  CHECK(bytes_text(1500) == "1.5 KB");
  CHECK(bytes_text(1023.0 * 1024 * 1024) == "1.0 GB");
  CHECK(ratio_text(1.44) == "1.4x");
  CHECK(ratio_text(12.4) == "12x");
  CHECK(count_text(0) == "0");
  CHECK(count_text(1234567) == "1,234,567");
}

TEST_CASE("what has no figure is not said to be 0") {
  CHECK(percent_text(std::nullopt) == "-");
  CHECK(ratio_text(std::nullopt) == "not measured");
}

}  // namespace assay
