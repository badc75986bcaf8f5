// Collects metadata mismatches of replays, by operator.
#include "harness/results/broken_promises.h"

#include <algorithm>
#include <map>

#include "harness/zoo/operator_samples.h"

namespace assay::operators {
namespace {

bool is_of_metadata(const ReplayReport& report) {
  const ReplayRun* run = deciding_run(report);
  return run != nullptr && std::ranges::find(run->observations, Observable::kMetadata,
                                             &Observation::observable) != run->observations.end();
}

std::map<std::string, Departure> broken_in(const ReplayReport& report) {
  std::map<std::string, Departure> by_target;
  if (report.departure && is_of_metadata(report))
    by_target.emplace(report.departure->target, *report.departure);
  for (const Finding& finding : report.findings)
    if (finding.kind == FindingKind::kMetadata && finding.at)
      by_target.emplace(finding.at->target, *finding.at);
  return by_target;
}

}  // namespace

std::vector<BrokenPromise> broken_promises_in(const std::vector<PairResult>& records) {
  std::vector<const PairResult*> replayed;
  for (const PairResult& record : records)
    if (record.replay && names_operator(record.pair.case_id)) replayed.push_back(&record);
  std::ranges::sort(replayed, {}, [](const PairResult* record) { return record->pair; });
  std::map<std::string, BrokenPromise> by_target;
  for (const PairResult* record : replayed) {
    for (const auto& [target, at] : broken_in(*record->replay)) {
      BrokenPromise& promise = by_target[target];
      if (promise.pairs++ == 0) promise = {target, at.expected, at.found, 1, record->pair};
    }
  }
  std::vector<BrokenPromise> promises;
  for (auto& [target, promise] : by_target) promises.push_back(std::move(promise));
  return promises;
}

}  // namespace assay::operators
