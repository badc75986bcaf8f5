// Shards: every pair in exactly one, the same on every machine, with similar times.
#include "harness/run/shard.h"

#include <algorithm>
#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

PairId pair_of(const std::string& case_id, MethodId method = MethodId::kMakeFx) {
  return {case_id, method, Device::kCpu};
}

PairResult took(const PairId& pair, double seconds) {
  PairResult record;
  record.pair = pair;
  record.verdict = Verdict::kMatch;
  record.cost.pair_seconds = seconds;
  return record;
}

template <typename Act>
std::string refusal(Act act) {
  const ScratchFolder unused;
  return message_of<InputError>(unused, act);
}

TEST_CASE("of a thousand pairs each of four shards by hash has about a quarter") {
  std::map<int, int> sizes;
  for (int i = 0; i < 500; ++i)
    for (const MethodId method : {MethodId::kMakeFx, MethodId::kAot})
      ++sizes[shard_by_hash(pair_of("torchvision/resnet" + std::to_string(i), method), 4)];
  REQUIRE(sizes.size() == 4);
  for (const auto& [shard, pairs] : sizes) {
    CHECK(1 <= shard);
    CHECK(shard <= 4);
    CHECK(200 < pairs);
    CHECK(pairs < 300);
  }
}

TEST_CASE("the pairs of one case are dealt out, not the case") {
  std::set<int> shards;
  for (const MethodId method : {MethodId::kMakeFx, MethodId::kAot, MethodId::kAotJoint, MethodId::kExport})
    for (const Device device : {Device::kCpu, Device::kCuda})
      shards.insert(shard_by_hash({"seed/conv_relu", method, device}, 2));
  CHECK(shards == std::set{1, 2});
}

TEST_CASE("a pair's shard by hash is a fact of its name, the same on every machine") {
  CHECK(shard_by_hash(pair_of("seed/mlp"), 1) == 1);
  CHECK(shard_by_hash(pair_of("seed/mlp"), 4) == 2);
  CHECK(shard_by_hash(pair_of("seed/lstm", MethodId::kAot), 4) == 1);
  CHECK(shard_by_hash(pair_of("torchvision/resnet18"), 4) == 3);
  CHECK(shard_by_hash(pair_of("a"), 4) == 4);
}

TEST_CASE("by case the pairs of a case are in one shard, and cases in all shards") {
  std::set<int> of_one, of_all;
  for (const MethodId method : {MethodId::kMakeFx, MethodId::kAot, MethodId::kNative})
    of_one.insert(shard_by_case({"seed/conv_relu", method, Device::kCuda}, 8));
  for (int i = 0; i < 100; ++i)
    of_all.insert(shard_by_case(pair_of("fuzz/random_1_" + std::to_string(i)), 4));
  CHECK(of_one.size() == 1);
  CHECK(of_all == std::set{1, 2, 3, 4});
}

TEST_CASE("by time the longest pair goes first, into the shard that has least to do") {
  const PairId a = pair_of("a"), b = pair_of("b"), c = pair_of("c"), d = pair_of("d");
  const std::vector<PairResult> earlier = {took(a, 1), took(b, 5), took(c, 3), took(d, 4)};
  // b 5 to the first shard, d 4 and c 3 to the second, a 1 to the first.
  CHECK(shards_by_time({a, b, c, d}, earlier, 2) == std::vector{1, 1, 2, 2});
  CHECK(shards_by_time({d, c, b, a}, earlier, 2) == std::vector{2, 2, 1, 1});
  CHECK(shards_by_time({a, b, c, d}, {took(a, 9), took(b, 5), took(c, 3), took(d, 4)}, 2) ==
        std::vector{1, 2, 1, 2});
}

TEST_CASE("a pair without a record takes the median of its method, or of all") {
  const PairId fast = pair_of("fast"), slow = pair_of("slow", MethodId::kAot);
  const PairId new_fast = pair_of("new"), new_slow = pair_of("new", MethodId::kAot),
               other = pair_of("new", MethodId::kExport);
  const std::vector<PairResult> earlier = {took(fast, 1), took(slow, 10)};
  // slow 10 and new_slow 10 in different shards. Then other (the median of all, 5.5) to the first, and the
  // fast pairs to the second.
  CHECK(shards_by_time({fast, slow, new_fast, new_slow, other}, earlier, 2) == std::vector{2, 2, 2, 1, 1});
}

TEST_CASE("pairs that take no time, or of which nothing is known, are dealt out evenly") {
  const std::vector<PairId> pairs = {pair_of("a"), pair_of("b"), pair_of("c"), pair_of("d")};
  CHECK(shards_by_time(pairs, {}, 2) == std::vector{1, 2, 1, 2});
  std::vector<PairResult> nothing;
  for (const PairId& pair : pairs) nothing.push_back(took(pair, 0));
  CHECK(shards_by_time(pairs, nothing, 2) == std::vector{1, 2, 1, 2});
}

TEST_CASE("what was missing in the earlier run has not told its time, what took none has") {
  const PairId a = pair_of("a"), b = pair_of("b"), c = pair_of("c"), d = pair_of("d");
  std::vector<PairResult> earlier = {took(a, 4), took(b, 3), took(c, 0), took(d, 2)};
  CHECK(shards_by_time({a, b, c, d}, earlier, 2) == std::vector{1, 2, 1, 2});
  earlier[2].verdict = Verdict::kMissing;
  CHECK(shards_by_time({a, b, c, d}, earlier, 2) == std::vector{1, 2, 2, 1});
}

TEST_CASE("a shard is written I/N with 1 <= I <= N") {
  CHECK(shard_from_string("2/4") == Shard{2, 4});
  for (const char* bad : {"", "0/4", "5/4", "1", "1/", "/4", "a/4", "1/4x", "1/-4"}) {
    INFO(bad);
    CHECK_THROWS_AS(shard_from_string(bad), InputError);
  }
  CHECK(refusal([] { shard_from_string("5/4"); }) ==
        "--shard: not a shard\n  expected: I/N with 1 <= I <= N\n  found: 5/4\n  next: assay "
        "check --shard 1/2");
}

TEST_CASE("the environment chooses the shard, counted from 0, where the command line does not") {
  CHECK(chosen_shard("", {}) == Shard{1, 1});
  CHECK(chosen_shard("", {.total = "4", .index = "0"}) == Shard{1, 4});
  CHECK(chosen_shard("", {.total = "4", .index = "3"}) == Shard{4, 4});
  CHECK(chosen_shard("2/4", {}) == Shard{2, 4});
  CHECK(chosen_shard("2/4", {.total = "4", .index = "1"}) == Shard{2, 4});
}

TEST_CASE("a shard on the command line and another in the environment are an error that says what to do") {
  CHECK(refusal([] { chosen_shard("2/4", {.total = "4", .index = "2"}); }) ==
        "--shard 2/4: --shard and the environment name different shards\n"
        "  expected: 3/4, of TEST_TOTAL_SHARDS=4 and TEST_SHARD_INDEX=2, which counts from 0\n"
        "  found: 2/4\n"
        "  next: assay check without --shard, or unset TEST_TOTAL_SHARDS TEST_SHARD_INDEX");
}

TEST_CASE("half of the environment's two variables, or nonsense in them, is an error, never the whole list") {
  CHECK(refusal([] { chosen_shard("", {.total = "4", .index = ""}); }) ==
        "TEST_TOTAL_SHARDS, TEST_SHARD_INDEX: not a shard\n"
        "  expected: both set, with 0 <= index < total; or neither\n"
        "  found: TEST_TOTAL_SHARDS=4, TEST_SHARD_INDEX not set\n"
        "  next: unset TEST_TOTAL_SHARDS TEST_SHARD_INDEX");
  for (const ShardVariables& bad :
       {ShardVariables{"", "0"}, {"4", "4"}, {"4", "-1"}, {"four", "1"}, {"0", "0"}}) {
    INFO(bad.total + " " + bad.index);
    CHECK_THROWS_AS(chosen_shard("1/4", bad), InputError);
  }
}

TEST_CASE("the status file is touched, and what is in it stays") {
  const ScratchFolder scratch;
  advertise_shards(scratch / "status");
  CHECK(scratch.read("status").empty());
  scratch.write("status", "x");
  advertise_shards(scratch / "status");
  CHECK(scratch.read("status") == "x");
  advertise_shards("");
  CHECK(message_of<HarnessError>(scratch, [&] { advertise_shards(scratch / "no/status"); }) ==
        "SCRATCH/no/status: cannot be touched\n  expected: a file that TEST_SHARD_STATUS_FILE may name\n"
        "  next: ls -ld SCRATCH/no");
}

}  // namespace
}  // namespace assay
