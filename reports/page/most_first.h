// most_first: the entries of a map, sorted by count.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

namespace assay {

/// Pointers into `map`, by descending `count_of(value)`, then in the map's order.
template <typename Map, typename CountOf>
std::vector<const typename Map::value_type*> most_first(const Map& map, const CountOf& count_of) {
  std::vector<const typename Map::value_type*> entries;
  for (const auto& entry : map) entries.push_back(&entry);
  std::ranges::stable_sort(entries, std::greater{},
                           [&](const auto* entry) { return count_of(entry->second); });
  return entries;
}

}  // namespace assay
