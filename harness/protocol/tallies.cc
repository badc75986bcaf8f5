// JSON of a Tally.
#include "harness/protocol/tallies.h"

#include <utility>

namespace assay {
namespace {

std::uint64_t count_from(const JsonPlace& place) { return static_cast<std::uint64_t>(place.integer(1)); }

}  // namespace

OrderedJson JsonForm<Tally>::write(const Tally& tally) {
  OrderedJson operators = OrderedJson::object();
  for (const auto& [name, count] : tally.operators) operators[name.str()] = count;
  OrderedJson edges = OrderedJson::array();
  for (const auto& [edge, count] : tally.edges)
    edges.push_back({edge.producer.str(), edge.slot.str(), edge.consumer.str(), count});
  return {{"operators", std::move(operators)}, {"edges", std::move(edges)}};
}

Tally JsonForm<Tally>::read(const JsonPlace& place) {
  place.require_keys({"operators", "edges"});
  Tally tally;
  for (const auto& [name, count] : place.need("operators").members())
    tally.operators[Name(name)] = count_from(count);
  for (const JsonPlace& entry : place.need("edges").items()) {
    const auto parts = entry.items();
    if (parts.size() != 4) entry.fail("not an edge", "[producer, slot, consumer, count]");
    const TallyEdge edge{Name(parts[0].text()), Name(parts[1].text()), Name(parts[2].text())};
    if (!tally.edges.emplace(edge, count_from(parts[3])).second)
      entry.fail("an edge is there twice", "each edge once, with its count");
  }
  return tally;
}

}  // namespace assay
