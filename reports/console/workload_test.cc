// Workload: pairs done and time left, by tier and family, at the pace of the run.
#include "reports/console/workload.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

PairResult pair_of(const std::string& case_id, const std::string& family, std::vector<std::string> tiers) {
  PairResult pair;
  pair.pair = {case_id, MethodId::kMakeFx, Device::kCpu};
  pair.family = family;
  pair.tiers = std::move(tiers);
  return pair;
}

PairId id_of_case(const std::string& case_id) { return pair_of(case_id, "", {}).pair; }

/// Two short pairs of `seed`, a long one of `vision`, and one of `text`.
Workload four_pairs() {
  Workload load;
  load.add(pair_of("a", "seed", {"default"}), 1);
  load.add(pair_of("b", "seed", {"default"}), 1);
  load.add(pair_of("c", "vision", {"full"}), 8);
  load.add(pair_of("d", "text", {"full"}), 2);
  return load;
}

TEST_CASE("the time left is what the rest is thought to take, at the pace of what has ended") {
  Workload load = four_pairs();
  CHECK(load.seconds_left(load.all(), 5) == 0);  // no pair has ended yet
  load.end(id_of_case("a"));
  CHECK(load.seconds_left(load.all(), 3) == 33);  // 11 estimated seconds left at 3 s each
  load.end(id_of_case("c"));
  CHECK(load.seconds_left(load.all(), 18) == 6);
}

TEST_CASE("pairs that are thought to take alike leave time by their number") {
  Workload load;
  for (const char* each : {"a", "b", "c", "d"}) load.add(pair_of(each, "seed", {}));
  load.end(id_of_case("a"));
  CHECK(load.seconds_left(load.all(), 2) == 6);
}

TEST_CASE("what another run has done is done, and says nothing of the pace") {
  Workload load = four_pairs();
  load.settle(id_of_case("c"));
  CHECK(load.all().done == 1);
  CHECK(load.seconds_left(load.all(), 5) == 0);
  load.end(id_of_case("a"));
  CHECK(load.seconds_left(load.all(), 3) == 9);
}

TEST_CASE("tiers and families are told where there are several: done, at work with time left, to come") {
  Workload load = four_pairs();
  load.end(id_of_case("a"));
  CHECK(load.parts_text(60) ==
        "tiers: default 1/2 1:00 left, full 0/2 10:00 left; families: seed 1/2 1:00 left, 2 to come");
  CHECK(load.family_text() == "seed 1/2");
  load.end(id_of_case("b"));
  CHECK(load.parts_text(120) == "tiers: default 2/2, full 0/2 10:00 left; families: 1 done, 2 to come");
  load.end(id_of_case("c"));
  load.end(id_of_case("d"));
  CHECK(load.parts_text(720).empty());
}

TEST_CASE("one tier and one family are the run itself, and not told again") {
  Workload load;
  load.add(pair_of("a", "seed", {"default"}));
  load.add(pair_of("b", "seed", {"default"}));
  load.end(id_of_case("a"));
  CHECK(load.parts_text(1).empty());
  CHECK(load.family_text().empty());
}

TEST_CASE("a pair counts once, however often it is added or ends, one that is none of the run's does not") {
  Workload load = four_pairs();
  load.add(pair_of("a", "seed", {"default"}), 100);
  load.end(id_of_case("a"));
  load.end(id_of_case("a"));
  load.end(id_of_case("other"));
  CHECK(load.all().pairs == 4);
  CHECK(load.all().done == 1);
  CHECK(load.seconds_left(load.all(), 1) == 11);
}

TEST_CASE("times are minutes and seconds, with hours where there are any") {
  CHECK(clock_text(7.4) == "0:07");
  CHECK(clock_text(59.6) == "1:00");
  CHECK(clock_text(3723) == "1:02:03");
}

}  // namespace
}  // namespace assay
