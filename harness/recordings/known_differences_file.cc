// What is known, out of its file; and the recordings of a results folder.
#include <set>

#include "harness/error/error.h"
#include "harness/recordings/known_differences.h"
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
  const std::filesystem::path graphs = results / "graphs";
  if (!std::filesystem::is_directory(graphs))
    throw InputError(
        {.what = "not a results folder", .where = results.string(), .expected = "a folder graphs/ in it"});
  std::map<std::pair<std::string, std::string>, RecordedPair> pairs;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(graphs)) {
    const std::string stem = entry.path().stem().string();  // "dispatch@cpu"
    const std::size_t at = stem.find('@');
    if (entry.path().extension() != ".json" || at == std::string::npos) continue;
    const std::string method = stem.substr(0, at), device = stem.substr(at + 1);
    if (method != left && method != right) continue;
    const std::string id = entry.path().parent_path().lexically_relative(graphs).generic_string();
    RecordedPair& pair = pairs[{id, device}];
    pair.case_id = id;
    pair.device = device;
    (method == left ? pair.left : pair.right) = entry.path();
  }
  std::vector<RecordedPair> all;
  for (const auto& [key, pair] : pairs) all.push_back(pair);
  return all;
}

}  // namespace assay
