// Operators with other metadata than promised.
#include "harness/results/broken_promises.h"

#include <catch2/catch.hpp>

namespace assay::operators {
namespace {

PairResult replayed(const char* case_id) {
  PairResult record;
  record.pair = {case_id, MethodId::kMakeFx, Device::kCpu};
  record.replay.emplace().runs.push_back({.name = "same inputs"});
  return record;
}

Departure at(const char* target) { return {.target = target, .expected = "f32[2]", .found = "f32[3]"}; }

/// A replay that diverges at `target`, by `observable`.
PairResult departs(const char* case_id, const char* target, Observable observable) {
  PairResult record = replayed(case_id);
  record.replay->verdict = record.replay->runs[0].verdict = ReplayVerdict::kDiverges;
  record.replay->runs[0].message = "in other words";
  record.replay->runs[0].observations = {{observable}};
  record.replay->departure = at(target);
  return record;
}

PairResult finds(PairResult record, FindingKind kind, const char* target) {
  record.replay->findings.push_back({kind, "in other words", at(target)});
  return record;
}

TEST_CASE("a promise is broken whether somebody uses it or not, and is told once for its operator") {
  const PairResult used = departs("op_db/a/float32", "aten.mm.default", Observable::kMetadata);
  PairResult both = departs("op_db/b/float32", "aten.mm.default", Observable::kMetadata);
  both = finds(both, FindingKind::kMetadata, "aten.svd.default");
  const auto promises = broken_promises_in({both, used});
  REQUIRE(promises.size() == 2);
  CHECK(promises[0].target == "aten.mm.default");
  CHECK(promises[0].pairs == 2);
  CHECK(promises[0].first.case_id == "op_db/a/float32");
  CHECK(promises[0].promised == "f32[2]");
  CHECK(promises[0].given == "f32[3]");
  CHECK(promises[1].target == "aten.svd.default");
  CHECK(promises[1].pairs == 1);
}

TEST_CASE("other values are no broken promise, nor is a finding of another kind") {
  const PairResult other = departs("op_db/a/float32", "aten.mm.default", Observable::kValue);
  CHECK(broken_promises_in({finds(other, FindingKind::kStride, "aten.mm.default")}).empty());
}

TEST_CASE("of what is no operator of the database, promises are not told") {
  CHECK(broken_promises_in({departs("seed/mlp", "aten.mm.default", Observable::kMetadata)}).empty());
}

}  // namespace
}  // namespace assay::operators
