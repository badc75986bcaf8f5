// Shards: every case is in exactly one, and stays there.
#include "harness/run/shard.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay {
namespace {

TEST_CASE("every case is in exactly one of four shards, and none of the shards is empty or everything") {
  std::vector<int> sizes(4);
  for (int i = 0; i < 400; ++i) {
    int holders = 0;
    for (int index = 1; index <= 4; ++index) {
      const bool inside = in_shard({index, 4}, "torchvision/resnet" + std::to_string(i));
      holders += inside;
      sizes[static_cast<std::size_t>(index - 1)] += inside;
    }
    REQUIRE(holders == 1);
  }
  for (const int size : sizes) CHECK((size > 60 && size < 140));
}

TEST_CASE("a case's shard is a fact of its id, the same on every machine") {
  CHECK(in_shard({1, 1}, "seed/mlp"));
  CHECK(in_shard({2, 2}, "seed/mlp") != in_shard({1, 2}, "seed/mlp"));
  // Frozen, computed apart from this code: machines of one run may run different builds.
  CHECK(in_shard({2, 3}, "seed/mlp"));
  CHECK(in_shard({3, 3}, "torchvision/resnet18"));
}

TEST_CASE("a shard is written I/N with 1 <= I <= N") {
  CHECK(shard_from_string("2/4").index == 2);
  CHECK(shard_from_string("2/4").count == 4);
  for (const char* bad : {"", "2", "/4", "0/4", "5/4", "-1/4", "1/0", "1/4x", "a/b", "1/99999999999"}) {
    CHECK_THROWS_AS(shard_from_string(bad), InputError);
  }
  CHECK_THROWS_WITH(shard_from_string("5/4"),
                    "--shard: not a shard\n  expected: I/N with 1 <= I <= N\n  found: 5/4\n  next: assay "
                    "check --shard 1/2");
}

}  // namespace
}  // namespace assay
