// PairTimes: records first, then medians; pairs that did not run are ignored.
#include "harness/run/pair_times.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

PairResult took(const char* case_id, MethodId method, double seconds) {
  PairResult record;
  record.pair = {case_id, method, Device::kCpu};
  record.verdict = Verdict::kMatch;
  record.cost.pair_seconds = seconds;
  return record;
}

PairId on_cpu(const char* case_id, MethodId method) { return {case_id, method, Device::kCpu}; }

TEST_CASE("a pair takes what it took, else its method's median, else that of all, else what is assumed") {
  const PairTimes times({took("a", MethodId::kMakeFx, 1), took("b", MethodId::kMakeFx, 3),
                         took("c", MethodId::kMakeFx, 5), took("a", MethodId::kAot, 20)});
  CHECK(times.of(on_cpu("a", MethodId::kMakeFx)) == 1);
  CHECK(times.of(on_cpu("new", MethodId::kMakeFx)) == 3);
  CHECK(times.of(on_cpu("new", MethodId::kAot)) == 20);
  CHECK(times.of(on_cpu("new", MethodId::kExport)) == 4);
  CHECK(PairTimes({}).of(on_cpu("a", MethodId::kMakeFx)) == kAssumedSeconds);
}

TEST_CASE("times of no record are empty, and so are those of pairs that did not run") {
  PairResult missing = took("a", MethodId::kMakeFx, 0);
  CHECK(PairTimes({missing}).has(missing.pair));
  CHECK_FALSE(PairTimes({missing}).empty());
  missing.verdict = Verdict::kMissing;
  CHECK_FALSE(PairTimes({missing}).has(missing.pair));
  CHECK(PairTimes({missing}).empty());
}

}  // namespace
}  // namespace assay
