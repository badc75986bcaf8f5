// For tests: a comparison report with every case that writers distinguish.
#pragma once

#include "harness/methods/recommend.h"
#include "harness/zoo/need.h"

namespace assay::test {

inline MethodResult captured(MethodId id, std::vector<Need> found) {
  MethodResult result;
  result.method = id;
  result.outcome = Outcome::kCaptured;
  result.facts = CaptureFacts{.graphs = 1, .nodes = 14, .edges = 16, .forward = true, .needs = {}};
  for (const Need need : kNeedNames.values())
    result.facts->needs[need] = is_declared(need) ? Shown::kCannot : Shown::kFound;
  for (const Need need : method(id).expressed) result.facts->needs[need] = Shown::kNone;
  for (const Need need : found) result.facts->needs[need] = Shown::kFound;
  result.replay.emplace().runs.resize(1);
  result.replay->runs[0].bitwise = true;
  result.replay->errors[DType::kFloat32] = {};
  result.cost = {0.002, 0.025, 0, 0, 0, 1 << 20, 6 << 20};
  return result;
}

inline ComparisonReport specimen() {
  using enum Need;
  Comparison comparison;
  comparison.case_id = "seed/mlp";
  comparison.torch = "2.15.0";
  MethodResult good = captured(MethodId::kMakeFx, {kShapes, kMutation, kNames});
  good.coverage = Coverage{{8, 8, 8}, {12, 12, 12}, {}, {}, {}, {}};
  MethodResult wrong = captured(MethodId::kAotJoint, {kBackward, kShapes, kNames});
  wrong.outcome = Outcome::kDiverges;
  wrong.why = "in other words";
  wrong.replay->verdict = ReplayVerdict::kDiverges;
  wrong.replay->runs[0] = {
      .kind = RunKind::kFresh, .name = "fresh values", .verdict = ReplayVerdict::kDiverges};
  wrong.replay->runs[0].message = "result 0 | of `2`";
  wrong.replay->errors[DType::kFloat16] = {0.25, 0.5};
  wrong.coverage = Coverage{{7, 8, 9}, {9, 12, 12}, {{"aten.relu.default", 1}}, {}, {}, {}};
  wrong.cost = {0, 0.25, 0, 0, 0, 0, 0};
  MethodResult none;
  none.method = MethodId::kSymbolicTrace;
  none.outcome = Outcome::kRaises;
  none.why = "TraceError in stage capture: control flow";
  MethodResult apart = captured(MethodId::kAot, {kShapes});
  apart.not_lowered = "it is 2 graphs, not one program";
  apart.outcome = Outcome::kGuarded;
  apart.facts->graphs = 3;
  apart.facts->breaks = {{"forward", BreakSide::kAfter, "a skipped function", "lstm.py:14"}};
  apart.facts->needs[kOneGraph] = Shown::kNone;
  apart.facts->writes = "aten.add_.Tensor";
  apart.facts->needs[kFunctional] = Shown::kNone;
  comparison.methods = {none, good, wrong, apart};
  comparison.lowered = {
      {Part::kForward,
       {{{MethodId::kMakeFx}, 14, 16}, {{MethodId::kAotJoint}, 15, 17}},
       {{0, 1, {12, 1, 2, 1}, {15, 0, 1, 1}, {{DiffKind::kTarget, "target a -> b", 4, 3}}, 2}}},
      {Part::kJoint, {{{MethodId::kAotJoint}, 20, 30}}, {}}};
  Recommendation found{
      {kShapes}, MethodId::kMakeFx, "expresses shapes and replays", {{MethodId::kAotJoint, "diverges | so"}}};
  return {{comparison}, found};
}

}  // namespace assay::test
