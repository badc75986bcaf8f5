// Coverage: renames both tallies by the alias table, then compares the multisets.
#include "harness/results/coverage.h"

#include <algorithm>

#include "harness/results/aliases.h"

namespace assay {
namespace {

template <typename Key>
using Multiset = std::map<Key, std::uint64_t>;

Tally under_one_name(const Tally& tally) {
  Tally named;
  for (const auto& [name, count] : tally.operators) named.operators[stands_for(name)] += count;
  for (const auto& [edge, count] : tally.edges)
    named.edges[{stands_for(edge.producer), edge.slot, stands_for(edge.consumer)}] += count;
  return named;
}

std::string text_of(Name name) { return name.str(); }
std::string text_of(const TallyEdge& edge) {
  return edge.producer.str() + " -> " + edge.slot.str() + " of " + edge.consumer.str();
}

template <typename Key>
std::uint64_t size_of(const Multiset<Key>& set) {
  std::uint64_t size = 0;
  for (const auto& [key, count] : set) size += count;
  return size;
}

/// Counts of `left` beyond those of `right`.
template <typename Key>
std::vector<Unmatched> beyond(const Multiset<Key>& left, const Multiset<Key>& right) {
  std::vector<Unmatched> list;
  for (const auto& [key, count] : left) {
    const auto found = right.find(key);
    const std::uint64_t other = found == right.end() ? 0 : found->second;
    if (count > other) list.push_back({text_of(key), count - other});
  }
  std::ranges::stable_sort(list,
                           [](const Unmatched& one, const Unmatched& two) { return one.count > two.count; });
  return list;
}

template <typename Key>
Counted compare(const Multiset<Key>& eager, const Multiset<Key>& replay, std::vector<Unmatched>& missed,
                std::vector<Unmatched>& extra) {
  missed = beyond(eager, replay);
  extra = beyond(replay, eager);
  Counted counted{0, size_of(eager), size_of(replay)};
  counted.matched = counted.eager;
  for (const Unmatched& one : missed) counted.matched -= one.count;
  for (std::vector<Unmatched>* list : {&missed, &extra}) list->resize(std::min(list->size(), kMostUnmatched));
  return counted;
}

std::optional<double> share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::optional<double> Counted::recall() const { return share(matched, eager); }
std::optional<double> Counted::precision() const { return share(matched, replay); }

Counted& Counted::operator+=(const Counted& other) {
  matched += other.matched;
  eager += other.eager;
  replay += other.replay;
  return *this;
}

Coverage coverage(const Tally& eager, const Tally& replay) {
  const Tally left = under_one_name(eager), right = under_one_name(replay);
  Coverage result;
  result.operators = compare(left.operators, right.operators, result.missed, result.extra);
  result.edges = compare(left.edges, right.edges, result.missed_edges, result.extra_edges);
  return result;
}

}  // namespace assay
