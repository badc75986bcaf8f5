// Written results against results.schema.json.
#include <fstream>
#include <limits>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/results/results_folder.h"
#include "harness/testing/json_schema.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

using Json = nlohmann::json;

const Json& schema() {
  static const Json parsed =
      Json::parse(std::ifstream(ASSAY_SOURCE_DIR "/harness/results/results.schema.json"));
  return parsed;
}

Json written() {
  const ScratchFolder scratch;
  ResultsFolder folder(scratch / "r", OpenFor::kFresh);
  PairResult record;
  record.pair = {"seed/mlp", MethodId::kAot, Device::kCuda};
  record.tiers = {"default"};
  record.node_agreement = SetCount{1, 2, 3, 4};
  record.cost = {0.5, 0.25, 0.125, 1, 7};
  record.causes = {{"1a2b3c4d", "target"}};
  record.repetition = Repetition{.runs = 2};
  record.aftermath.emplace();
  record.breaks = {{"forward", BreakSide::kAfter, "print", "a.py:1"}};
  folder.append(record);
  record.replay.emplace();
  record.replay->runs = {{}};
  const ComparedValue subject{ComparedValue::Kind::kResult, "0"};
  record.replay->runs[0].observations = {{Observable::kRaised}, {Observable::kAlias, subject, subject}};
  record.replay->errors[DType::kFloat32] = {0.5, std::numeric_limits<double>::infinity()};
  record.replay->departure.emplace();
  record.coverage.emplace().missed = {{"aten.relu.default", 1}};
  record.pair.case_id = "b";
  record.node_agreement.reset();
  folder.append(record);
  folder.finish();
  return Json::parse(scratch.read("r/results.json"));
}

TEST_CASE("results.json keeps the schema beside the reader") {
  CHECK(schema_breach(written(), schema()).empty());
}

TEST_CASE("the schema names every outcome, stage and verdict, and no other") {
  const auto listed = [](const char* key, const Json& rule, auto last) {
    Json names = Json::array();
    for (int i = 0; i <= static_cast<int>(last); ++i)
      names.push_back(std::string(to_string(static_cast<decltype(last)>(i))));
    INFO(key);
    CHECK(rule == names);
  };
  const Json& properties = schema()["$defs"]["record"]["properties"];
  listed("outcome", properties["outcome"]["enum"], Outcome::kSkipped);
  listed("stage", properties["stage"]["enum"], Stage::kCompare);
  listed("verdict", properties["verdict"]["enum"], Verdict::kSkipped);
  const Json& replay = schema()["$defs"]["replay"]["properties"];
  listed("replay", replay["verdict"]["enum"], ReplayVerdict::kEagerFails);
  listed("run", replay["runs"]["items"]["properties"]["verdict"]["enum"], ReplayVerdict::kEagerFails);
  const Json& observation = replay["runs"]["items"]["properties"]["observations"]["items"]["properties"];
  listed("observable", observation["observable"]["enum"], Observable::kGuard);
  listed("subject", schema()["$defs"]["subject"]["properties"]["kind"]["enum"], ComparedValue::Kind::kInput);
  listed("kind", replay["runs"]["items"]["properties"]["kind"]["enum"], RunKind::kOtherPlain);
  listed("finding", replay["findings"]["items"]["properties"]["kind"]["enum"], FindingKind::kMadeOnce);
  listed("totals", schema()["properties"]["totals"]["required"], Verdict::kSkipped);
}

TEST_CASE("a document that breaks the schema is found out") {
  const auto broken = [](const char* pointer, const Json& value) {
    Json document = written();
    document[Json::json_pointer(pointer)] = value;
    return schema_breach(document, schema());
  };
  CHECK(broken("/assay_results", 2) == ".assay_results const");
  CHECK(broken("/pairs/1/verdict", "fine") == ".pairs[].verdict enum");
  CHECK(broken("/pairs/0/case", "../x/") == ".pairs[].case pattern");
  CHECK(broken("/pairs/0/nodes", -1) == ".pairs[].nodes minimum");
  CHECK(broken("/pairs/0/edge_agreement", "none") == ".pairs[].edge_agreement type");
  CHECK(broken("/pairs/0/cost/peak_bytes", 0.5) == ".pairs[].cost.peak_bytes type");
  CHECK(broken("/pairs/0/replay/verdict", "fine") == ".pairs[].replay.verdict enum");
  CHECK(broken("/pairs/0/replay/runs/0/kind", "stale") == ".pairs[].replay.runs[].kind enum");
  CHECK(broken("/pairs/0/replay/errors/float32/absolute", "x") ==
        ".pairs[].replay.errors.float32.absolute type");
  CHECK(broken("/pairs/0/replay/departure/node", -1) == ".pairs[].replay.departure.node minimum");
  CHECK(broken("/pairs/0/coverage/operators/matched", -1) == ".pairs[].coverage.operators.matched minimum");
  CHECK(broken("/pairs/0/coverage/missed/aten.relu.default", 0) ==
        ".pairs[].coverage.missed.aten.relu.default minimum");
  CHECK(broken("/pairs/0/causes/0/id", "first") == ".pairs[].causes[].id pattern");
  CHECK(broken("/pairs/0/breaks/0/side", "beside") == ".pairs[].breaks[].side enum");
  CHECK(broken("/pairs/0/repetition/runs", 1) == ".pairs[].repetition.runs minimum");
  CHECK(broken("/pairs/0/aftermath/left_behind", 1) == ".pairs[].aftermath.left_behind type");
  CHECK(broken("/pairs/0/node_agreement/flaky", 1) == ".pairs[].node_agreement additionalProperties flaky");
  CHECK(broken("/pairs/0/extra", 1) == ".pairs[] additionalProperties extra");
  Json document = written();
  document["pairs"][0].erase("next");
  CHECK(schema_breach(document, schema()) == ".pairs[] required next");
}

}  // namespace
}  // namespace assay
