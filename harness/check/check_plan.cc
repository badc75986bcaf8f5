// CheckPlan: cases x methods x devices, without the exclusions of a case.
#include "harness/check/check_plan.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "harness/error/error.h"

namespace assay {

namespace {

// File paths are relative to the project, so that a graph file names no machine.
std::string portable_path(const std::filesystem::path& file, const Project& project) {
  const std::filesystem::path relative =
      std::filesystem::absolute(file).lexically_normal().lexically_relative(project.root);
  const bool inside = project.exists && !relative.empty() && *relative.begin() != "..";
  return inside ? relative.string() : file.filename().string();
}

bool holds(const auto& items, const auto& item) { return std::ranges::find(items, item) != items.end(); }

}  // namespace

bool is_in_one_of(const std::vector<std::string>& tiers, const Case& test, MethodId method) {
  return tiers.empty() ||
         std::ranges::any_of(tiers, [&](const std::string& tier) { return is_in_tier(test, method, tier); });
}

std::vector<Case> in_tiers(std::vector<Case> cases, const std::vector<std::string>& tiers) {
  std::erase_if(cases, [&](const Case& test) {
    return std::ranges::none_of(test.methods, [&](MethodId id) { return is_in_one_of(tiers, test, id); });
  });
  return cases;
}

std::vector<Device> devices_from(const std::string& text) {
  if (text == "all") return {Device::kCpu, Device::kCuda};
  const std::optional<Device> device = device_from_string(text);
  if (!device)
    throw InputError(
        {.what = "unknown device", .where = "--device", .expected = "cpu, cuda or all", .found = text});
  return {*device};
}

std::vector<PlannedPair> plan_pairs(const std::vector<Case>& cases, const PlanOptions& options) {
  std::vector<PlannedPair> pairs;
  for (const Case& test : cases) {
    for (const MethodId id : test.methods) {
      if (!options.methods.empty() && !holds(options.methods, id)) continue;
      if (!is_in_one_of(options.tiers, test, id)) continue;
      for (const Device device : test.devices) {
        if (holds(options.devices, device)) pairs.push_back({{test.id, id, device}, &test});
      }
    }
  }
  if (pairs.empty()) {
    throw InputError({.what = "the selection leaves no pair to check",
                      .where = std::to_string(cases.size()) + " cases selected",
                      .expected = "a case with one of the methods, on one of the devices",
                      .next = Command{"list", {"cases"}}});
  }
  return pairs;
}

protocol::Subject subject_of(const PlannedPair& planned, const Project& project) {
  const Case& test = *planned.test;
  protocol::Subject subject{*test.expanded, planned.pair.method, planned.pair.device};
  subject.test["case_file"] = portable_path(test.file, project);
  subject.test["case_sha256"] = test.sha256;
  return subject;
}

Job job_for(const PlannedPair& planned, protocol::Task task, const PlanOptions& options) {
  const Limits& limits = planned.test->limits;
  Job job{.pair = planned.pair, .request = {}};
  job.request.seconds = options.seconds > 0 ? options.seconds : limits.seconds;
  job.request.memory_gb = options.memory_gb > 0 ? options.memory_gb : limits.memory_gb;
  job.request.task = std::move(task);
  return job;
}

std::string cuda_of(const std::vector<PlannedPair>& pairs, Gpu gpu) {
  const auto is_cuda = [](const PlannedPair& planned) { return planned.pair.device == Device::kCuda; };
  if (std::ranges::none_of(pairs, is_cuda)) return "";
  return gpu == Gpu::kPresent ? "gpu" : "phantom";
}

Version torch_of(const Worker& worker) { return version_from_string(worker.torch).value_or(kLaterThanAny); }

std::string unsupported_by(const Worker& worker, const PairId& pair, Gpu gpu) {
  return unsupported_reason(pair.method, pair.device == Device::kCuda && gpu == Gpu::kAbsent,
                            torch_of(worker));
}

int pairs_at_a_time(int asked) {
  return asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

PairResult blank_record(const PlannedPair& planned) {
  PairResult record;
  record.pair = planned.pair;
  record.family = planned.test->family;
  record.tiers = tiers_of(*planned.test, planned.pair.method);
  return record;
}

}  // namespace assay
