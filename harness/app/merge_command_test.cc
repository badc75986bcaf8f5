// Shards and their merge from the command line, with a fake worker: two machines give the results of one.
#include <catch2/catch.hpp>

#include "harness/testing/installation_of_cases.h"

namespace assay::test {
namespace {

/// Four cases of one method: shard 1/2 has `c` and `d`, shard 2/2 has `a` and `b`.
class ShardedPlace : public InstallationOfCases {
 public:
  ShardedPlace() : InstallationOfCases({"a", "b", "c", "d"}) {}
  /// Checks both shards into folders 1 and 2.
  void check_shards() const {
    for (const char* shard : {"1", "2"}) {
      const std::string index(shard);
      REQUIRE(run("check --shard " + index + "/2 --results " + index).status == 1);  // all new
    }
  }
  Said check_with(const std::string& variables, const std::string& more) const {
    write("with.sh", variables + " ./build/bin/assay check --no-resident --results r " + more + " 2>&1\n");
    return said_by(
        "cd '" + path().string() +
        "' && env -u CI -u ASSAY_RESULTS -u ASSAY_PROJECT -u ASSAY_WORKER -u VIRTUAL_ENV sh with.sh");
  }
};

TEST_CASE("a check in shards says in one line which part of the list it runs") {
  const ShardedPlace place;
  const Said first = place.run("check --shard 1/2 --results 1");
  CHECK(first.has("shard 1/2: 2 of 4 pairs, by hash\n"));
  CHECK(first.has("2 pairs: 2 new"));
  CHECK_FALSE(place.run("check --results whole").has("shard"));
}

TEST_CASE("filters come first: shards are of what they leave") {
  const ShardedPlace place;
  CHECK(place.run("check a c --shard 1/2 --results r").has("shard 1/2: 1 of 2 pairs, by hash\n"));
}

TEST_CASE("a shard to which nothing falls is green and can be merged, a list that is empty is an error") {
  const ShardedPlace place;
  const Said nothing = place.run("check a --shard 1/2 --results 1");
  CHECK(nothing.status == 0);
  CHECK(nothing.has("shard 1/2: 0 of 1 pair, by hash\n"));
  CHECK(place.run("check a --device cuda --shard 1/2 --results empty").status == 2);
  CHECK(place.run("check a --shard 2/2 --results 2").status == 1);
  CHECK(place.run("merge 1 2 -o whole").has("1 pair: 1 new"));
}

TEST_CASE("merged shards read as the run of a single machine") {
  const ShardedPlace place;
  place.run("check --results single");
  place.check_shards();
  const Said merged = place.run("merge 2 1 -o whole --junit whole.xml");
  CHECK(merged.status == 1);  // like a single check: all new
  CHECK(merged.has("4 pairs: 4 new"));
  CHECK(merged.has("merged 2 of 2 shards: 4 pairs\n"));
  CHECK(place.read("whole.xml").find(R"(tests="4" failures="4")") != std::string::npos);
  CHECK(place.run("diff single whole").status == 0);
  CHECK(place.run("review --list --results whole").has("4 pending graphs"));
  CHECK(place.run("verdict c --method make_fx --device cpu --results whole").has("c make_fx cpu: new"));
  CHECK(place.run("accept --all --results whole").status == 0);
  CHECK(place.run("check --results single").status == 0);
  CHECK(place.run("check --shard 1/2 --results 1").status == 0);
  CHECK(place.run("check --shard 2/2 --results 2").status == 0);
  CHECK(place.run("merge 1 2 -o whole").status == 0);
}

TEST_CASE("one shard that differs from its golden makes the whole red, and its command names the whole") {
  const ShardedPlace place;
  place.run("check --results single");
  REQUIRE(place.run("accept --all --results single").status == 0);
  REQUIRE(place.run("check --shard 1/2 --results 1").status == 0);
  place.captures("aten.tanh.default");
  CHECK(place.run("check --shard 2/2 --results 2").status == 1);
  const Said merged = place.run("merge 1 2 -o whole");
  CHECK(merged.status == 1);
  CHECK(merged.has("4 pairs: 2 match, 2 differs"));
  CHECK(merged.has(" whole/pending/a/make_fx@cpu.json\n"));
  CHECK(std::filesystem::exists(place.path() / "whole/pending/b/make_fx@cpu.json"));
}

TEST_CASE("the pairs of a shard that is not there are missing, and the whole is red") {
  const ShardedPlace place;
  place.run("check --results single");
  REQUIRE(place.run("accept --all --results single").status == 0);
  REQUIRE(place.run("check --shard 1/2 --results 1").status == 0);
  const Said merged = place.run("merge 1 -o whole");
  CHECK(merged.status == 1);
  CHECK(merged.has("4 pairs: 2 match, 2 missing"));
  CHECK(merged.has("MISSING 2 pairs: shard 2/2 is not among the results that were merged\n"));
  CHECK(merged.has("shard 2/2 is missing, 2 pairs; next: assay check --shard 2/2 --results DIR\n"));
  CHECK(place.run("check --resume --results whole").status == 0);  // runs only the missing pairs
  CHECK(place.run("verdict b --method make_fx --device cpu --results whole").status == 0);
}

TEST_CASE("shards of other filters, another torch or another project are refused") {
  const ShardedPlace place;
  place.check_shards();
  REQUIRE(place.run("merge 1 2 -o whole").status == 1);
  place.run("check a b --shard 2/2 --results filtered");
  const Said filtered = place.run("merge 1 filtered -o whole");
  CHECK(filtered.status == 2);
  CHECK(filtered.has("not a shard of the same run as 1: another list of pairs"));
  place.run("check --timeout 9 --shard 2/2 --results timed");
  CHECK(place.run("merge 1 timed -o whole").has("run with other options"));
  place.write("models/net.py", "changed");
  place.run("check --shard 2/2 --results changed");
  CHECK(place.run("merge 1 changed -o whole").has("another project"));
  CHECK(place.run("merge 1 1 -o whole").has("shard 1/2 is there twice"));
}

TEST_CASE("merge writes over no shard") {
  const ShardedPlace place;
  place.check_shards();
  const Said over = place.run("merge 1 2 -o 2");
  CHECK(over.status == 2);
  CHECK(over.has("-o 2: the merged results would replace a shard's"));
  CHECK(place.run("merge 1 2 -o 2/whole").status == 2);
  CHECK(place.run("merge 1 2 -o .").status == 2);
  CHECK(place.read("2/results.jsonl").find(R"("case":"b")") != std::string::npos);
  CHECK(place.run("merge 1 2").status == 2);
}

TEST_CASE("a shard is gone on with as itself only") {
  const ShardedPlace place;
  place.check_shards();
  CHECK(place.run("check --shard 1/2 --resume --results 1").status == 1);  // its records are still `new`
  const Said other = place.run("check --shard 2/2 --resume --results 1");
  CHECK(other.status == 2);
  CHECK(other.has("cannot be gone on with: another shard"));
}

TEST_CASE("shards by time are of an earlier run's times, which must be told") {
  const ShardedPlace place;
  place.run("check --results earlier");
  const Said by_time = place.run("check --shard 1/2 --shard-by time --times earlier --results 1");
  CHECK(by_time.has("of 4 pairs, by time\n"));
  place.run("check --shard 2/2 --shard-by time --times earlier/results.jsonl --results 2");
  CHECK(place.run("merge 1 2 -o whole").has("4 pairs: 4 new"));
  CHECK(
      place.run("check --shard 1/2 --shard-by time --results 1").has("nothing says how long the pairs take"));
  CHECK(place.run("check --shard 1/2 --times earlier --results 1").has("2 of 4 pairs, by hash\n"));
  CHECK(place.run("check --shard 1/2 --shard-by time --times nowhere --results 1").status == 2);
  CHECK(place.run("check --shard 1/2 --shard-by luck --results 1").status == 2);
}

TEST_CASE("shards by time and by hash, or by other times, are not of one run") {
  const ShardedPlace place;
  place.run("check a b --results earlier");
  place.run("check --shard 1/2 --shard-by time --times earlier --results 1");
  place.run("check --shard 2/2 --results 2");
  CHECK(place.run("merge 1 2 -o whole").has("found: 2 shards, by hash"));
}

TEST_CASE("what Bazel sets is honoured: shards counted from 0, and the status file touched") {
  const ShardedPlace place;
  const Said second =
      place.check_with("TEST_TOTAL_SHARDS=2 TEST_SHARD_INDEX=1 TEST_SHARD_STATUS_FILE=status", "");
  CHECK(second.has("shard 2/2: 2 of 4 pairs, by hash\n"));
  CHECK(std::filesystem::exists(place.path() / "status"));
  CHECK(place.check_with("TEST_TOTAL_SHARDS=2 TEST_SHARD_INDEX=1", "--shard 2/2").has("shard 2/2: 2 of 4"));
  const Said differs = place.check_with("TEST_TOTAL_SHARDS=2 TEST_SHARD_INDEX=1", "--shard 1/2");
  CHECK(differs.status == 2);
  CHECK(differs.has("next: assay check without --shard, or unset TEST_TOTAL_SHARDS TEST_SHARD_INDEX"));
  CHECK_FALSE(place.check_with("", "").has("shard"));
}

}  // namespace
}  // namespace assay::test
