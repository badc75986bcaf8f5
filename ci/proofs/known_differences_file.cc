// What is known, out of its file; and the recordings of a results folder.
#include <set>

#include "ci/proofs/known_differences.h"
#include "harness/results/results_folder.h"
#include "harness/strict_json/json_source.h"

namespace assay {

namespace {

Reason reason_from(const std::string& id, const JsonPlace& place, std::set<std::string>& explained) {
  place.require_keys({"why", "changes"});
  Reason reason{id, place.need("why").nonempty_text(), {}};
  const JsonPlace changes = place.need("changes");
  changes.require_nonempty_list();
  for (const JsonPlace& change : changes.items()) {
    if (!explained.insert(change.text()).second)
      change.fail("two reasons explain the same change", "one reason for each");
    reason.changes.push_back(change.text());
  }
  return reason;
}

}  // namespace

KnownDifferences known_differences_from(const std::filesystem::path& file) {
  const JsonPlace root(JsonSource::load(file, "recordings_check --help"));
  root.require_keys({"assay_recordings", "reasons", "counts"});
  if (root.need("assay_recordings").integer(1) != 1) root["assay_recordings"].fail("another version", "1");
  KnownDifferences known;
  std::set<std::string> explained;
  const JsonPlace reasons = root.need("reasons");
  for (const auto& [id, place] : reasons.members())
    known.reasons.push_back(reason_from(id, place, explained));
  if (known.reasons.size() > KnownDifferences::kMostReasons)
    reasons.fail("too many reasons", "at most " + std::to_string(KnownDifferences::kMostReasons));
  for (const auto& [device, cases] : root.need("counts").members()) {
    for (const auto& [case_id, counts] : cases.members()) {
      for (const auto& [reason, count] : counts.members()) {
        if (!reasons.has(reason)) count.fail("no such reason", "one of those above");
        known.counts[device][case_id][reason] = static_cast<std::size_t>(count.integer(1));
      }
    }
  }
  return known;
}

std::vector<RecordedPair> recorded_pairs(const std::filesystem::path& results, const std::string& left,
                                         const std::string& right) {
  struct Run {
    const PairResult *left = nullptr, *right = nullptr;
  };
  const std::vector<PairResult> records = read_records(results);
  std::map<std::pair<std::string, std::string>, Run> runs;
  for (const PairResult& record : records) {
    const std::string_view method = to_string(record.pair.method);
    if (method != left && method != right) continue;
    Run& run = runs[{record.pair.case_id, std::string(to_string(record.pair.device))}];
    (method == left ? run.left : run.right) = &record;
  }
  const auto graph_of = [&](const PairResult& record) {
    return record.graph.empty() ? std::filesystem::path() : results / record.graph;
  };
  std::vector<RecordedPair> pairs;
  for (const auto& [key, run] : runs) {
    if (run.left == nullptr || run.right == nullptr) continue;
    RecordedPair pair{key.first, key.second, graph_of(*run.left), graph_of(*run.right)};
    if (!pair.left.empty() || !pair.right.empty()) pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace assay
