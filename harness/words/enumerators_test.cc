// Enumerators: names to values and back, and incomplete lists.
#include "harness/words/enumerators.h"

#include <array>
#include <string_view>

#include <catch2/catch.hpp>

namespace assay {
namespace {

enum class Wind : unsigned char { kNorth, kEast2 };

TEST_CASE("an enumerator has a name, which reads back as itself") {
  constexpr auto kWinds = enumerators<Wind>({"north", "east"});
  CHECK(kWinds[Wind::kEast2] == "east");
  CHECK(kWinds.find("east") == Wind::kEast2);
  CHECK_FALSE(kWinds.find("East"));
  CHECK(kWinds.names() == std::array<std::string_view, 2>{"north", "east"});
  CHECK(kWinds.values() == std::array{Wind::kNorth, Wind::kEast2});
}

TEST_CASE("a list with a name too few or too many is not complete: it would not compile") {
  CHECK(is_complete<Wind, 2>);
  CHECK_FALSE(is_complete<Wind, 1>);
  CHECK_FALSE(is_complete<Wind, 3>);
}

}  // namespace
}  // namespace assay
