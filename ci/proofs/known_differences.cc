// What differs, by cause, and what is known of it.
#include "ci/proofs/known_differences.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "harness/diff/diff.h"

namespace assay {

Changes changes_between(const GraphFile& left, const GraphFile& right) {
  Policy policy;
  policy.fold_detach = true;
  const DiffResult result = diff(left, right, policy);
  Changes changes;
  for (const RootCause& root : result.roots) changes[root.signature] += root.places.size();
  for (const Hidden& hidden : result.hidden) {
    if (hidden.left > hidden.right) changes[std::string(kFoldedDetach)] += hidden.left - hidden.right;
    if (hidden.right > hidden.left) changes[std::string(kFoldedDetachRight)] += hidden.right - hidden.left;
  }
  return changes;
}

namespace {

using Counts = std::map<std::string, std::size_t>;

const Reason* reason_for(const KnownDifferences& known, const std::string& change) {
  const auto found = std::ranges::find_if(known.reasons, [&](const Reason& reason) {
    return std::ranges::find(reason.changes, change) != reason.changes.end();
  });
  return found == known.reasons.end() ? nullptr : &*found;
}

Counts expected_of(const KnownDifferences& known, const std::string& device, const std::string& case_id) {
  const auto of_device = known.counts.find(device);
  if (of_device == known.counts.end()) return {};
  const auto of_case = of_device->second.find(case_id);
  return of_case == of_device->second.end() ? Counts{} : of_case->second;
}

void compare_counts(const std::string& where, const Counts& expected, const Counts& found,
                    std::vector<std::string>& breaches) {
  std::set<std::string> reasons;
  for (const auto& [reason, count] : expected) reasons.insert(reason);
  for (const auto& [reason, count] : found) reasons.insert(reason);
  for (const std::string& reason : reasons) {
    const std::size_t want = expected.contains(reason) ? expected.at(reason) : 0;
    const std::size_t got = found.contains(reason) ? found.at(reason) : 0;
    if (want != got)
      breaches.push_back(fmt::format("{}: {}: expected {}, found {}", where, reason, want, got));
  }
}

}  // namespace

RecordingsReport judge_recordings(const KnownDifferences& known,
                                  const std::map<std::pair<std::string, std::string>, Changes>& found) {
  RecordingsReport report;
  for (const auto& [pair, changes] : found) {
    const auto& [case_id, device] = pair;
    const std::string where = fmt::format("{} {}", case_id, device);
    Counts counts;
    for (const auto& [change, count] : changes) {
      if (const Reason* reason = reason_for(known, change)) {
        counts[reason->id] += count;
        report.by_reason[reason->id] += count;
      } else {
        report.breaches.push_back(fmt::format("{}: without a reason, {} times: {}", where, count, change));
      }
    }
    compare_counts(where, expected_of(known, device, case_id), counts, report.breaches);
    if (!counts.empty()) report.counts[device][case_id] = counts;
    ++report.pairs;
    report.identical += changes.empty() ? 1 : 0;
  }
  for (const auto& [device, cases] : known.counts) {
    for (const auto& [case_id, counts] : cases) {
      if (!found.contains({case_id, device}))
        report.breaches.push_back(
            fmt::format("{} {}: counts are known, nothing was recorded", case_id, device));
    }
  }
  for (const Reason& reason : known.reasons) {
    if (!report.by_reason.contains(reason.id))
      report.breaches.push_back(fmt::format("reason {}: nothing needs it", reason.id));
  }
  if (found.empty()) report.breaches.emplace_back("no case was recorded by both methods");
  return report;
}

}  // namespace assay
