// Coverage as JSON, under "coverage" in results.schema.json.
#pragma once

#include "harness/results/coverage.h"
#include "harness/strict_json/members.h"

namespace assay {

template <>
inline constexpr auto kMembers<Counted> =
    std::tuple{Member{"matched", &Counted::matched}, Member{"eager", &Counted::eager},
               Member{"replay", &Counted::replay}};

template <>
struct JsonForm<Counted> : ObjectForm<Counted> {
  static Counted read(const JsonPlace& place) {
    const Counted counted = ObjectForm<Counted>::read(place);
    if (counted.matched > counted.eager || counted.matched > counted.replay)
      place.fail("more matched than there are", "matched at most eager and replay");
    return counted;
  }
};

/// Counts by name, all at least 1.
template <>
struct JsonForm<std::vector<Unmatched>> {
  static OrderedJson write(const std::vector<Unmatched>& list) {
    OrderedJson object = OrderedJson::object();
    for (const Unmatched& each : list) object[each.what] = each.count;
    return object;
  }
  static std::vector<Unmatched> read(const JsonPlace& place) {
    std::vector<Unmatched> list;
    for (const auto& [name, count] : place.members())
      list.push_back({name, static_cast<std::uint64_t>(count.integer(1))});
    return list;
  }
};

template <>
inline constexpr auto kMembers<Coverage> = std::tuple{Member{"operators", &Coverage::operators},
                                                      Member{"edges", &Coverage::edges},
                                                      Member{"missed", &Coverage::missed},
                                                      Member{"extra", &Coverage::extra},
                                                      Member{"missed_edges", &Coverage::missed_edges},
                                                      Member{"extra_edges", &Coverage::extra_edges}};

}  // namespace assay
