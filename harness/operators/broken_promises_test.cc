// Which operators give other metadata than was promised.
#include "harness/operators/broken_promises.h"

#include <catch2/catch.hpp>

namespace assay::operators {
namespace {

PairResult replayed(const char* case_id, const std::string& of_run, const std::string& of_finding) {
  PairResult record;
  record.pair = {case_id, MethodId::kMakeFx, Device::kCpu};
  record.replay.emplace().runs.push_back({.name = "same inputs", .message = of_run});
  if (!of_finding.empty()) record.replay->findings.push_back({FindingKind::kMetadata, of_finding});
  return record;
}

TEST_CASE("a promise is broken whether somebody uses it or not, and is told once for its operator") {
  const std::string used = "forward: node 4 (aten.mm.default): the file says f32[2], it gives f32[3]";
  const std::string unused =
      "joint: node 9 (aten.svd.default): the file says f32[2]{1}, it gives f32[2]{2}, and nobody uses it";
  const auto promises =
      broken_promises_in({replayed("op_db/b/float32", used, unused), replayed("op_db/a/float32", used, "")});
  REQUIRE(promises.size() == 2);
  CHECK(promises[0].target == "aten.mm.default");
  CHECK(promises[0].pairs == 2);
  CHECK(promises[0].first.case_id == "op_db/a/float32");
  CHECK(promises[0].broken == "promised f32[2], it gives f32[3]");
  CHECK(promises[1].target == "aten.svd.default");
  CHECK(promises[1].pairs == 1);
}

TEST_CASE("other values are no broken promise, nor is a finding of another kind") {
  PairResult stride = replayed("op_db/a/float32", "result 0: expected f32[2] 1 2, found f32[2] 1 3", "");
  stride.replay->findings.push_back(
      {FindingKind::kStride, "forward: node 4 (aten.mm.default): the file says f32[2], it gives f32[3]"});
  CHECK(broken_promises_in({stride}).empty());
}

TEST_CASE("of what is no operator of the database, promises are not told") {
  const std::string used = "forward: node 4 (aten.mm.default): the file says f32[2], it gives f32[3]";
  CHECK(broken_promises_in({replayed("seed/mlp", used, "")}).empty());
}

}  // namespace
}  // namespace assay::operators
