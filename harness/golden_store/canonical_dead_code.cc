// canonical_dead_code: individualise and refine.
//
// Connected components are ordered in turn. Nodes are coloured by content, refined up and down. Where nodes
// of a class remain alike, each is tried, and the least text wins. Colours only order the search; texts
// decide.
#include "harness/golden_store/canonical_dead_code.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace assay {
namespace {

using Colour = std::uint64_t;
using Indices = std::vector<std::uint32_t>;

/// Equal on every machine, unlike std::hash.
Colour mixed(Colour seed, Colour value) {
  Colour result = (seed ^ value) * 0x9E3779B97F4A7C15ULL;
  return result ^ (result >> 31);
}

Colour colour_of(const std::string& text) {
  Colour result = 0xCBF29CE484222325ULL;
  for (const char c : text) result = (result ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return result;
}

struct DeadUse {
  std::uint32_t user, slot;
};

struct DeadGraph {
  const std::vector<DeadNode>& nodes;
  const DeadLine& line;
  std::vector<std::vector<DeadUse>> uses;
  std::map<NodeId, std::uint32_t> index;

  DeadGraph(const std::vector<DeadNode>& dead, const DeadLine& line_of)
      : nodes(dead), line(line_of), uses(dead.size()) {
    for (std::uint32_t at = 0; at < nodes.size(); ++at) {
      index[nodes[at].id] = at;
      for (std::uint32_t slot = 0; slot < nodes[at].slots.size(); ++slot)
        uses[nodes[at].slots[slot]].push_back({at, slot});
    }
  }

  std::vector<Indices> components() const {
    Indices parent(nodes.size());
    std::iota(parent.begin(), parent.end(), 0U);
    const auto find = [&](std::uint32_t at) {
      while (parent[at] != at) at = parent[at] = parent[parent[at]];
      return at;
    };
    for (std::uint32_t at = 0; at < nodes.size(); ++at)
      for (const std::uint32_t below : nodes[at].slots) parent[find(below)] = find(at);
    std::map<std::uint32_t, Indices> members;
    for (std::uint32_t at = 0; at < nodes.size(); ++at) members[find(at)].push_back(at);
    std::vector<Indices> result;
    for (auto& [root, list] : members) result.push_back(std::move(list));
    return result;
  }
};

/// The least text of a component over all orders that refinement leaves open.
class Search {
 public:
  Search(const DeadGraph& graph, const Indices& members, std::size_t& visits)
      : graph_(graph), members_(members), visits_(visits) {}

  /// False if the budget is spent.
  bool run() {
    std::map<std::uint32_t, Colour> colours;
    for (const std::uint32_t at : members_)
      colours[at] = colour_of(graph_.line(graph_.nodes[at].id, [](NodeId) { return std::string("?"); }));
    return descend(std::move(colours));
  }

  std::string text;  ///< with members named "d0", "d1", ..
  Indices order;

 private:
  using Colours = std::map<std::uint32_t, Colour>;

  bool descend(Colours colours) {
    if (!refine(colours)) return false;
    std::map<Colour, Indices> classes;
    for (const std::uint32_t at : members_) classes[colours[at]].push_back(at);
    const auto open = std::ranges::find_if(classes, [](const auto& one) { return one.second.size() > 1; });
    if (open == classes.end()) return leaf(classes);
    if (all_twins(open->second)) {  // any order of twins gives the same text
      Colour number = 1;
      for (const std::uint32_t at : open->second) colours[at] = mixed(colours[at], number++);
      return descend(std::move(colours));
    }
    for (const std::uint32_t at : open->second) {
      Colours tried = colours;
      tried[at] = mixed(tried[at], 1);
      if (!descend(std::move(tried))) return false;
    }
    return true;
  }

  bool all_twins(const Indices& members) const {
    const DeadNode& first = graph_.nodes[members.front()];
    return std::ranges::all_of(members, [&](std::uint32_t at) {
      return graph_.uses[at].empty() && graph_.nodes[at].slots == first.slots;
    });
  }

  /// Up and down in turn until no class splits. Members are in capture order: a single pass reaches all of
  /// them.
  bool refine(Colours& colours) {
    for (std::size_t before = 0, now = distinct(colours); now != before;) {
      before = now;
      for (const std::uint32_t at : members_) {
        for (const std::uint32_t below : graph_.nodes[at].slots)
          colours[at] = mixed(colours[at], colours[below]);
        visits_ += 1 + graph_.nodes[at].slots.size();
      }
      for (std::size_t k = members_.size(); k-- > 0;) recolour_by_uses(members_[k], colours);
      if (visits_ > kDeadCodeVisits) return false;
      now = distinct(colours);
    }
    return true;
  }

  void recolour_by_uses(std::uint32_t at, Colours& colours) {
    std::vector<Colour> users;
    for (const DeadUse& use : graph_.uses[at]) users.push_back(mixed(colours[use.user], use.slot));
    std::ranges::sort(users);
    for (const Colour user : users) colours[at] = mixed(colours[at], user + 1);
    visits_ += 1 + users.size();
  }

  static std::size_t distinct(const Colours& colours) {
    std::vector<Colour> all;
    for (const auto& [at, colour] : colours) all.push_back(colour);
    std::ranges::sort(all);
    return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
  }

  bool leaf(const std::map<Colour, Indices>& classes) {
    Indices found;
    std::map<NodeId, std::string> names;
    for (const auto& [colour, members] : classes) {
      names[graph_.nodes[members[0]].id] = "d" + std::to_string(found.size());
      found.push_back(members[0]);
    }
    std::string lines;
    for (const std::uint32_t at : found)
      lines += graph_.line(graph_.nodes[at].id, [&](NodeId id) { return names.at(id); }) + "\n";
    if (order.empty() || lines < text) {
      text = std::move(lines);
      order = std::move(found);
    }
    visits_ += members_.size();
    return visits_ <= kDeadCodeVisits;
  }

  const DeadGraph& graph_;
  const Indices& members_;
  std::size_t& visits_;
};

}  // namespace

std::optional<std::vector<NodeId>> order_dead_code(const std::vector<DeadNode>& nodes, const DeadLine& line) {
  const DeadGraph graph(nodes, line);
  std::size_t visits = 0;
  std::multimap<std::string, Indices> by_text;
  for (const Indices& members : graph.components()) {
    Search search(graph, members, visits);
    if (!search.run()) return std::nullopt;
    by_text.emplace(std::move(search.text), std::move(search.order));
  }
  std::vector<NodeId> order;
  for (const auto& [text, members] : by_text)
    for (const std::uint32_t at : members) order.push_back(nodes[at].id);
  return order;
}

}  // namespace assay
