// Causes: keys, ids and folding.
#include "harness/results/causes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/graph/digest.h"
#include "harness/words/utf8.h"

namespace assay {
namespace {

constexpr std::size_t kIdDigits = 8;

}  // namespace

std::string id_of(const CauseKey& key) {
  std::string content;
  for (const std::string& part : {kind_text(key), key.op, key.change})
    content += std::to_string(part.size()) + ":" + part;
  return sha256_hex(content).substr(0, kIdDigits);
}

std::string kind_text(const CauseKey& key) {
  switch (key.kind) {
    case CauseKind::kDifference:
      return std::string(to_string(key.difference));
    case CauseKind::kNew:
      return "new";
    case CauseKind::kSummary:
      break;
  }
  return "summary";
}

CauseKey key_of(const DiffResult& result, const RootCause& root, std::size_t place) {
  return {CauseKind::kDifference, root.kind, subject_text(result.entries[place]), root.signature};
}

std::size_t consequences_of(const Cause& cause) {
  std::size_t sum = 0;
  for (const CausePlace& place : cause.places) sum += place.consequences;
  return sum;
}

std::vector<CauseSeen> causes_of(const PairId& pair, const DiffResult& result) {
  std::vector<CauseSeen> seen;
  for (const RootCause& root : result.roots) {
    std::size_t consequences = root.consequences;
    for (const std::size_t place : root.places) {
      const DiffEntry& entry = result.entries[place];
      seen.push_back({key_of(result, root, place),
                      {pair, entry.graph, entry.module, entry.source, entry.left, entry.right,
                       std::exchange(consequences, 0)}});
    }
  }
  return seen;
}

CauseSeen cause_of_new(const PairId& pair, const std::string& why) {
  const std::string left = why.empty() ? "no golden" : why, right = "the first graph of " + pair.case_id;
  return {{CauseKind::kNew, {}, "graph", left + " -> " + right}, {pair, "", "", "", left, right, 0}};
}

CauseSeen cause_of_summary(const PairId& pair, const DiffResult& result) {
  constexpr std::size_t kMostNames = 3;
  std::string all_left, all_right, names;
  std::size_t modules = 0;
  CauseSeen seen{{CauseKind::kSummary, {}, "graph", ""}, {pair, "", "", "", "", "", 0}};
  std::string &left = seen.place.left, &right = seen.place.right;
  for (const DiffEntry& entry : result.entries) {
    all_left += subject_text(entry) + " " + entry.module + " " + entry.left + "\n";
    all_right += subject_text(entry) + " " + entry.module + " " + entry.right + "\n";
    if (entry.subject == DiffSubject::kModule) {
      if (++modules <= kMostNames) names += (names.empty() ? "" : ", ") + entry.module;
    } else {
      left += subject_text(entry) + " " + entry.left + "; ";
      right += subject_text(entry) + " " + entry.right + "; ";
    }
  }
  if (modules > kMostNames) names += " and " + std::to_string(modules - kMostNames) + " more";
  left += "sha256 " + sha256_hex(all_left).substr(0, kIdDigits);
  right += "sha256 " + sha256_hex(all_right).substr(0, kIdDigits);
  seen.key.change = left + " -> " + right;
  seen.place.module = names;
  return seen;
}

std::vector<NamedCause> named_causes(const std::vector<CauseSeen>& seen) {
  constexpr std::size_t kMostCauses = 8, kMostText = 160;
  std::vector<NamedCause> named;
  for (const CauseSeen& each : seen) {
    const NamedCause cause{id_of(each.key), shortened(each.key.change, kMostText)};
    if (named.size() < kMostCauses && std::ranges::find(named, cause) == named.end()) named.push_back(cause);
  }
  return named;
}

std::vector<Cause> fold_causes(const std::vector<CauseSeen>& seen) {
  std::map<CauseKey, Cause> by_key;
  for (const CauseSeen& each : seen) by_key[each.key].places.push_back(each.place);
  std::vector<Cause> causes;
  for (auto& [key, cause] : by_key) {
    cause.key = key;
    cause.id = id_of(key);
    std::set<PairId> pairs;
    for (const CausePlace& place : cause.places) pairs.insert(place.pair);
    cause.pairs.assign(pairs.begin(), pairs.end());
    causes.push_back(std::move(cause));
  }
  std::ranges::sort(causes, [](const Cause& left, const Cause& right) {
    const auto size = [](const Cause& cause) { return cause.pairs.size(); };
    return size(left) != size(right) ? size(left) > size(right) : left.id < right.id;
  });
  return causes;
}

}  // namespace assay
