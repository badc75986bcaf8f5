// The pairs that a check plans to run.
#include "harness/check/check_plan.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay {
namespace {

Case case_called(std::string id, std::vector<MethodId> methods, std::vector<Device> devices) {
  Case test;
  test.id = std::move(id);
  test.file = "/p/models/" + test.id + ".json";
  test.methods = std::move(methods);
  test.devices = std::move(devices);
  test.expanded = std::make_shared<const OrderedJson>(OrderedJson{{"case", "x"}});
  return test;
}

std::vector<std::string> names_of(const std::vector<PlannedPair>& pairs) {
  std::vector<std::string> names;
  for (const PlannedPair& planned : pairs) names.push_back(to_string(planned.pair));
  return names;
}

TEST_CASE("a plan holds each case's own methods on the devices asked for") {
  const std::vector<Case> cases = {
      case_called("a", {MethodId::kMakeFx, MethodId::kAot}, {Device::kCpu, Device::kCuda}),
      case_called("b", {MethodId::kAot}, {Device::kCpu})};
  CHECK(names_of(plan_pairs(cases, {.devices = {Device::kCpu}})) ==
        std::vector<std::string>{"a make_fx cpu", "a aot cpu", "b aot cpu"});
  CHECK(
      names_of(plan_pairs(cases, {.methods = {MethodId::kAot}, .devices = {Device::kCpu, Device::kCuda}})) ==
      std::vector<std::string>{"a aot cpu", "a aot cuda", "b aot cpu"});
}

TEST_CASE("a tier leaves the methods that a case has there") {
  Case model = case_called("a", {MethodId::kMakeFx, MethodId::kAot}, {Device::kCpu});
  model.tiers = {{"default", {MethodId::kAot}}};
  CHECK(names_of(plan_pairs({model}, {.devices = {Device::kCpu}, .tiers = {"default"}})) ==
        std::vector<std::string>{"a aot cpu"});
  CHECK(plan_pairs({model}, {.devices = {Device::kCpu}, .tiers = {"smoke", "full"}}).size() == 2);
  CHECK_THROWS_AS(plan_pairs({model}, {.devices = {Device::kCpu}, .tiers = {"smoke"}}), InputError);
  CHECK(blank_record({{"a", MethodId::kMakeFx, Device::kCpu}, &model}).tiers ==
        std::vector<std::string>{"full"});
}

TEST_CASE("a selection that leaves no pair is an error, never green") {
  const std::vector<Case> cases = {case_called("a", {MethodId::kMakeFx}, {Device::kCpu})};
  CHECK_THROWS_AS(plan_pairs(cases, {.devices = {Device::kCuda}}), InputError);
  CHECK_THROWS_AS(plan_pairs({}, {.devices = {Device::kCpu}}), InputError);
}

TEST_CASE("a job has the case's limits unless the command line gives others") {
  Case test = case_called("a", {MethodId::kMakeFx}, {Device::kCpu});
  test.limits = {.seconds = 7, .memory_gb = 2};
  const PlannedPair planned{{"a", MethodId::kMakeFx, Device::kCpu}, &test};
  CHECK(job_for(planned, protocol::Nothing{}).request.seconds == 7);
  CHECK(job_for(planned, protocol::Nothing{}, {.seconds = 3, .memory_gb = 1}).request.seconds == 3);
  CHECK(job_for(planned, protocol::Nothing{}, {.seconds = 3, .memory_gb = 1}).request.memory_gb == 1);
}

TEST_CASE("a task names the case file relative to its project, never by a machine's path") {
  Case test = case_called("a", {MethodId::kMakeFx}, {Device::kCpu});
  const PlannedPair planned{{"a", MethodId::kMakeFx, Device::kCpu}, &test};
  const auto case_file = [&](const char* file) {
    test.file = file;
    return subject_of(planned, {"/p"}).test.at("case_file").get<std::string>();
  };
  CHECK(case_file("/p/models/a.json") == "models/a.json");
  CHECK(case_file("/elsewhere/b.json") == "b.json");
}

}  // namespace
}  // namespace assay
