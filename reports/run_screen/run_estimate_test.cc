// estimate_text: known times are summed, unknown times are reported.
#include "reports/run_screen/run_estimate.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

PairId pair_of(const std::string& case_id) { return {case_id, MethodId::kMakeFx, Device::kCpu}; }

PairTimes times_of(const std::vector<double>& seconds) {
  std::vector<PairResult> records;
  for (const double each : seconds) {
    PairResult& record = records.emplace_back();
    record.pair = pair_of(std::to_string(records.size()));
    record.verdict = Verdict::kMatch;
    record.cost.pair_seconds = each;
  }
  return PairTimes(records);
}

TEST_CASE("the estimate is what the pairs took, shared by those at a time") {
  CHECK(estimate_text({pair_of("1"), pair_of("2")}, times_of({100, 140}), 2, "r") ==
        "estimate: 2:00 with 2 pairs at a time from the worker's start on, by r: 2 of 2 pairs as they took "
        "there\n");
  CHECK(estimate_text({pair_of("1"), pair_of("2")}, times_of({100, 140}), 1, "r") ==
        "estimate: 4:00 with 1 pair at a time from the worker's start on, by r: 2 of 2 pairs as they took "
        "there\n");
}

TEST_CASE("pairs that are new take their method's median, and are counted as such") {
  CHECK(estimate_text({pair_of("1"), pair_of("2"), pair_of("new")}, times_of({60, 120}), 1, "r") ==
        "estimate: 4:30 with 1 pair at a time from the worker's start on, by r: 2 of 3 pairs as they took "
        "there, the others as their "
        "method's median\n");
}

TEST_CASE("without times the estimate says that it is none") {
  const std::vector<PairId> pairs(5000, pair_of("1"));
  CHECK(estimate_text(pairs, PairTimes({}), 2, "r") ==
        "estimate: nothing tells how long 5,000 pairs take (--times with an earlier run's results would); "
        "were it 2 s each, 1:23:20 with 2 pairs at a time from the worker's start on\n");
}

TEST_CASE("no more are at a time than there are, and of none nothing is said") {
  CHECK(estimate_text({pair_of("1")}, times_of({60}), 8, "r") ==
        "estimate: 1:00 with 1 pair at a time from the worker's start on, by r: 1 of 1 pair as they took "
        "there\n");
  CHECK(estimate_text({}, times_of({60}), 8, "r").empty());
}

}  // namespace
}  // namespace assay
