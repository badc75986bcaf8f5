// clusters_of: keys by reason, then folding.
#include "harness/results/clusters.h"

#include <algorithm>
#include <map>
#include <set>

#include "harness/results/causes.h"
#include "harness/words/quantity.h"
#include "harness/words/same_reason.h"
#include "harness/words/utf8.h"

namespace assay {
namespace {

constexpr std::size_t kMostText = 100;

struct ClusterKey {
  Verdict verdict;
  std::string cause, what;
  friend auto operator<=>(const ClusterKey&, const ClusterKey&) = default;
};

/// The reason of a pair without known causes.
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

/// A cluster before its command is known.
struct Gathered {
  Cluster cluster;
  std::set<PairId> pairs;
  std::set<std::string> cases;
};

void add(Gathered& gathered, const PairResult& record, const ClusterKey& key) {
  gathered.cases.insert(record.pair.case_id);
  if (!gathered.pairs.insert(record.pair).second || gathered.pairs.size() > 1) return;
  gathered.cluster.first = record;
  if (!key.cause.empty()) gathered.cluster.causes = {key.cause};
  gathered.cluster.what = shortened(key.cause.empty() ? what_of(record) : key.what, kMostText);
}

bool by_pairs(const Gathered& left, const Gathered& right) { return left.pairs.size() > right.pairs.size(); }

/// Differences that one case alone has are one change of its model: methods write it in their own ways.
std::vector<Gathered> folded(std::vector<Gathered> all) {
  std::ranges::stable_sort(all, by_pairs);
  std::vector<Gathered> result;
  std::map<std::string, std::size_t> of_case;
  for (Gathered& each : all) {
    if (each.cluster.causes.empty() || each.cases.size() > 1) {
      result.push_back(std::move(each));
      continue;
    }
    const auto [place, is_first] = of_case.emplace(*each.cases.begin(), result.size());
    if (is_first) {
      result.push_back(std::move(each));
      continue;
    }
    Gathered& change = result[place->second];
    change.pairs.merge(each.pairs);
    change.cluster.causes.push_back(each.cluster.causes.front());
  }
  std::ranges::stable_sort(result, by_pairs);
  return result;
}

/// One command for all pairs of a cluster where there is one, else that of its first.
ShellLine next_of(const Gathered& gathered, bool only_new, const std::string& results) {
  const PairResult& first = gathered.cluster.first;
  if (first.verdict == Verdict::kNew && first.replay && gathered.pairs.size() > 1) {
    if (only_new) return Command{"accept", {"--all", "--results", results}};
    if (gathered.cases.size() > 1) return Command{"review", {"--results", results}};
    return Command{"accept", {"--cause", id_of(cause_of_new(first.pair, "").key), "--results", results}};
  }
  return first.next.empty() ? check_of(first.pair) : first.next;
}

}  // namespace

std::string causes_text(const Cluster& cluster) {
  if (cluster.causes.empty()) return "";
  return cluster.causes.size() == 1 ? "cause " + cluster.causes.front()
                                    : counted(cluster.causes.size(), "cause");
}

std::vector<Cluster> clusters_of(const std::vector<PairResult>& records, const std::string& results) {
  std::vector<const PairResult*> red;
  for (const PairResult& record : records)
    if (!is_green(record.verdict)) red.push_back(&record);
  std::ranges::sort(red, {}, [](const PairResult* record) { return record->pair; });
  std::map<ClusterKey, Gathered> by_key;
  for (const PairResult* record : red)
    for (const ClusterKey& key : keys_of_record(*record)) add(by_key[key], *record, key);
  std::vector<Gathered> gathered;
  for (auto& [key, each] : by_key) gathered.push_back(std::move(each));
  const bool only_new = std::ranges::all_of(
      red, [](const PairResult* record) { return record->verdict == Verdict::kNew && record->replay; });
  std::vector<Cluster> clusters;
  for (Gathered& each : folded(std::move(gathered))) {
    each.cluster.pairs = each.pairs.size();
    each.cluster.next = next_of(each, only_new, results);
    clusters.push_back(std::move(each.cluster));
  }
  return clusters;
}

}  // namespace assay
