// Coverage to JSON and back.
#include "harness/results/coverage_json.h"

#include <utility>

namespace assay {
namespace {

/// Both directions go through these lists, so that they cannot drift apart.
constexpr std::pair<const char*, Counted Coverage::*> kCounted[] = {{"operators", &Coverage::operators},
                                                                    {"edges", &Coverage::edges}};
constexpr std::pair<const char*, std::uint64_t Counted::*> kCounts[] = {
    {"matched", &Counted::matched}, {"eager", &Counted::eager}, {"replay", &Counted::replay}};
constexpr std::pair<const char*, std::vector<Unmatched> Coverage::*> kLists[] = {
    {"missed", &Coverage::missed},
    {"extra", &Coverage::extra},
    {"missed_edges", &Coverage::missed_edges},
    {"extra_edges", &Coverage::extra_edges}};

std::uint64_t count_from(const JsonPlace& place, std::int64_t lowest) {
  return static_cast<std::uint64_t>(place.integer(lowest));
}

Counted counted_from(const JsonPlace& place) {
  place.require_keys({"matched", "eager", "replay"});
  Counted counted;
  for (const auto& [key, member] : kCounts) counted.*member = count_from(place.need(key), 0);
  if (counted.matched > counted.eager || counted.matched > counted.replay)
    place.fail("more matched than there are", "matched at most eager and replay");
  return counted;
}

std::vector<Unmatched> list_from(const JsonPlace& place) {
  std::vector<Unmatched> list;
  for (const auto& [name, count] : place.members()) list.push_back({name, count_from(count, 1)});
  return list;
}

}  // namespace

OrderedJson to_json(const Coverage& coverage) {
  OrderedJson json = OrderedJson::object();
  for (const auto& [key, member] : kCounted) {
    for (const auto& [count_key, count] : kCounts) json[key][count_key] = (coverage.*member).*count;
  }
  for (const auto& [key, list] : kLists) {
    json[key] = OrderedJson::object();
    for (const Unmatched& one : coverage.*list) json[key][one.what] = one.count;
  }
  return json;
}

Coverage coverage_from(const JsonPlace& place) {
  place.require_keys({"operators", "edges", "missed", "extra", "missed_edges", "extra_edges"});
  Coverage coverage;
  for (const auto& [key, member] : kCounted) coverage.*member = counted_from(place.need(key));
  for (const auto& [key, list] : kLists) coverage.*list = list_from(place.need(key));
  return coverage;
}

}  // namespace assay
