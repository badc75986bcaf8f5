// clusters_of: a key for each reason, folded.
#include "harness/results/clusters.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "harness/words/same_reason.h"
#include "harness/words/shell_command.h"
#include "harness/words/utf8.h"

namespace assay {
namespace {

constexpr std::size_t kMostText = 100;

struct ClusterKey {
  Verdict verdict;
  std::string cause, what;
  friend auto operator<=>(const ClusterKey&, const ClusterKey&) = default;
};

/// What a pair that is no difference with known causes is red for.
std::string what_of(const PairResult& record) {
  switch (record.verdict) {
    case Verdict::kNew:
      if (!record.explanation.empty()) return first_line_of(record.explanation);
      return record.replay ? "no golden" : "no golden, and not replayed";
    case Verdict::kMissing:
    case Verdict::kDiffers:
    case Verdict::kBrokenGolden:
      return first_line_of(record.explanation);
    case Verdict::kUnexpectedPass:
      return record.reason;
    case Verdict::kFlaky:
      return record.repetition ? record.repetition->how : "";
    default:
      break;
  }
  const std::string colon = record.exception.empty() || record.message.empty() ? "" : ": ";
  const std::string said = record.exception + colon + first_line_of(record.message);
  return "at stage " + std::string(to_string(record.stage)) + (said.empty() ? "" : ": " + said);
}

std::vector<ClusterKey> keys_of_record(const PairResult& record) {
  std::vector<ClusterKey> keys;
  if (record.verdict == Verdict::kDiffers) {
    for (const NamedCause& cause : record.causes) keys.push_back({record.verdict, cause.id, cause.what});
  }
  if (keys.empty()) {
    const std::string outcome = std::string(to_string(record.outcome)) + ' ';
    keys.push_back({record.verdict, "", outcome + without_numbers(what_of(record))});
  }
  return keys;
}

/// Everything that is new at once, where nothing else is accepted along with it.
std::string next_of(const Cluster& cluster, bool only_new, const std::string& results) {
  const bool acceptable = cluster.first.verdict == Verdict::kNew && cluster.first.replay;
  if (only_new && acceptable && cluster.pairs > 1)
    return shell_command("assay accept --all --results {}", results);
  return cluster.first.next.empty() ? check_command(cluster.first.pair) : cluster.first.next.text();
}

}  // namespace

std::vector<Cluster> clusters_of(const std::vector<PairResult>& records, const std::string& results) {
  std::vector<const PairResult*> red;
  for (const PairResult& record : records)
    if (!is_green(record.verdict)) red.push_back(&record);
  std::ranges::sort(red, {}, [](const PairResult* record) { return record->pair; });
  std::map<ClusterKey, Cluster> by_key;
  for (const PairResult* record : red) {
    for (const ClusterKey& key : keys_of_record(*record)) {
      Cluster& cluster = by_key[key];
      if (cluster.pairs++ > 0) continue;
      cluster.first = *record;
      cluster.cause = key.cause;
      cluster.what = shortened(key.cause.empty() ? what_of(*record) : key.what, kMostText);
    }
  }
  const bool only_new = std::ranges::all_of(
      red, [](const PairResult* record) { return record->verdict == Verdict::kNew && record->replay; });
  std::vector<Cluster> clusters;
  for (auto& [key, cluster] : by_key) {
    cluster.next = next_of(cluster, only_new, results);
    clusters.push_back(std::move(cluster));
  }
  std::ranges::stable_sort(clusters, std::ranges::greater{}, &Cluster::pairs);
  return clusters;
}

}  // namespace assay
