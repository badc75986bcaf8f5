// Seeded defects: the same nodes and edges, but conflicting nodes out of order.
#include <array>

#include "harness/testing/defects/choose.h"
#include "harness/testing/defects/conflicts.h"
#include "harness/testing/defects/defect.h"

namespace assay::defects {

namespace {

/// Two conflicting operators. The moved operator conflicts with none of those in between.
struct Swap {
  NodeId first = 0, second = 0;
  bool second_moves = true;  ///< to just before `first`; else `first` to just after `second`
};

bool reads_any_since(Graph& graph, NodeId reader, NodeId since) {
  for (const Ref* ref : refs_of(graph.nodes[reader]))
    if (ref->node >= since) return true;
  return false;
}

bool is_read_until(Graph& graph, NodeId node, NodeId last) {
  for (NodeId id = node + 1; id <= last; ++id)
    for (const Ref* ref : refs_of(graph.nodes[id]))
      if (ref->node == node) return true;
  return false;
}

template <typename Fits>
std::vector<Swap> swaps_in(Graph& graph, Fits fits) {
  Conflicts conflicts(graph);
  auto count = static_cast<NodeId>(graph.nodes.size());
  std::vector<Swap> found;
  for (NodeId id = 0; id < count; ++id) {
    NodeId before = id, after = id + 1;
    while (before > 0 && !conflicts.between(before - 1, id)) --before;
    while (after < count && !conflicts.between(id, after)) ++after;
    if (before > 0 && fits(conflicts, before - 1, id) && !reads_any_since(graph, id, before - 1))
      found.push_back({before - 1, id, true});
    if (after < count && fits(conflicts, id, after) && !is_read_until(graph, id, after))
      found.push_back({id, after, false});
  }
  return found;
}

template <typename Fits>
std::optional<Sites> swap(Specimen& specimen, Random& random, Fits fits) {
  std::vector<std::pair<std::size_t, Swap>> places;
  for (std::size_t index = 0; index < specimen.file().graphs.size(); ++index)
    for (const Swap& one : swaps_in(specimen.graph(index), fits))
      if (!specimen.taken({index, one.first}) && !specimen.taken({index, one.second}))
        places.push_back({index, one});
  if (places.empty()) return std::nullopt;
  auto [graph, chosen] = random.pick(places);
  Sites sites{specimen.site({graph, chosen.first}), specimen.site({graph, chosen.second})};
  chosen.second_moves ? specimen.move({graph, chosen.second}, chosen.first)
                      : specimen.move({graph, chosen.first}, chosen.second);
  return sites;
}

std::optional<Sites> swap_a_read_with_a_write(Specimen& specimen, Random& random) {
  return swap(specimen, random, [](const Conflicts& conflicts, NodeId a, NodeId b) {
    bool state = conflicts.changes_state(a) || conflicts.changes_state(b);
    return !state && (conflicts.writes_what_touches(a, b) != conflicts.writes_what_touches(b, a));
  });
}

std::optional<Sites> swap_two_writes(Specimen& specimen, Random& random) {
  return swap(specimen, random, [](const Conflicts& conflicts, NodeId a, NodeId b) {
    bool state = conflicts.changes_state(a) || conflicts.changes_state(b);
    return !state && conflicts.writes_what_touches(a, b) && conflicts.writes_what_touches(b, a);
  });
}

std::optional<Sites> swap_two_draws(Specimen& specimen, Random& random) {
  return swap(specimen, random,
              [](const Conflicts& conflicts, NodeId a, NodeId b) { return conflicts.both_draw(a, b); });
}

std::optional<Sites> move_across_a_change_of_state(Specimen& specimen, Random& random) {
  return swap(specimen, random, [](const Conflicts& conflicts, NodeId a, NodeId b) {
    return conflicts.changes_state(a) != conflicts.changes_state(b);
  });
}

std::optional<Sites> lose_the_mark_of_a_draw(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) { return graph.nodes[id].effects.rng; });
  if (!place) return std::nullopt;
  specimen.at(*place).effects.rng = false;
  return Sites{specimen.site(*place)};
}

/// Operators inserted in a row after a random tensor. Each may read that tensor or an earlier tensor.
class Scene {
 public:
  Scene(Specimen& specimen, Random& random) : specimen_(specimen), random_(random) {
    place_ = choose(specimen, random, [](Graph& graph, NodeId id) {
      const Node& node = graph.nodes[id];
      return node.kind != NodeKind::kOutput && !node.outputs.empty() &&
             std::holds_alternative<TensorMeta>(node.outputs[0].data);
    });
    if (place_) next_ = place_->node + 1;
  }
  explicit operator bool() const { return place_.has_value(); }
  NodeId tensor() const { return place_->node; }

  NodeId add(std::string_view op, std::optional<NodeId> self, Effects effects = {}, bool alias = false) {
    Node node;
    node.target = op_name_from_string(op);
    if (self) node.args.push_back({Name("self"), Ref{*self, {0}}});
    if (alias) node.alias.push_back({{0}, Name("self")});
    node.effects = std::move(effects);
    self ? node.outputs.push_back(specimen_.at({place_->graph, tensor()}).outputs[0])
         : node.outputs.push_back({Null{}});
    specimen_.insert({place_->graph, next_}, std::move(node));
    return next_++;
  }

  void return_it(NodeId node) {
    Node& last = specimen_.graph(place_->graph).nodes.back();
    if (last.kind != NodeKind::kOutput) return;
    Name name("planted" + std::to_string(random_.below(1'000'000'000)));
    last.results.push_back({ResultRole::kUser, name, Ref{node, {0}}});
  }

 private:
  Specimen& specimen_;
  Random& random_;
  std::optional<Choice> place_;
  NodeId next_ = 0;
};

void plant_a_view_and_a_write(Specimen& specimen, Random& random) {
  Scene scene(specimen, random);
  if (!scene) return;
  NodeId view = scene.add("aten.alias.default", scene.tensor(), {}, true);
  scene.add("aten.add_.Scalar", scene.tensor(), Effects{{Name("self")}}, true);
  scene.return_it(scene.add("aten.sin.default", view));
}

void plant_two_writes(Specimen& specimen, Random& random) {
  Scene scene(specimen, random);
  if (!scene) return;
  NodeId view = scene.add("aten.alias.default", scene.tensor(), {}, true);
  scene.add("aten.add_.Scalar", scene.tensor(), Effects{{Name("self")}}, true);
  scene.add("aten.mul_.Scalar", view, Effects{{Name("self")}}, true);
}

void plant_an_autocast_region(Specimen& specimen, Random& random) {
  Scene scene(specimen, random);
  if (!scene) return;
  scene.add("fn:torch.amp.autocast_mode._enter_autocast", std::nullopt, Effects{{}, false, true});
  scene.return_it(scene.add("aten.cos.default", scene.tensor()));
  scene.add("fn:torch.amp.autocast_mode._exit_autocast", std::nullopt, Effects{{}, false, true});
}

void plant_two_draws(Specimen& specimen, Random& random) {
  Scene scene(specimen, random);
  if (!scene) return;
  NodeId even = scene.add("aten.rand_like.default", scene.tensor(), Effects{{}, true});
  NodeId normal = scene.add("aten.randn_like.default", scene.tensor(), Effects{{}, true});
  scene.return_it(even);
  scene.return_it(normal);
}

constexpr auto kOrder = DefectKind::kOrder;
constexpr std::array kOrderDefects{
    Defect{kOrder, "swap_a_read_with_a_write", "a view is read after the write to its base, not before",
           swap_a_read_with_a_write, plant_a_view_and_a_write},
    Defect{kOrder, "swap_two_writes", "two in-place operators on one storage changed places", swap_two_writes,
           plant_two_writes},
    Defect{kOrder, "move_across_a_change_of_state", "an operator slipped out of its autocast region",
           move_across_a_change_of_state, plant_an_autocast_region},
    Defect{kOrder, "swap_two_draws", "two dropouts draw in the other order", swap_two_draws, plant_two_draws},
    Defect{kOrder, "lose_the_mark_of_a_draw", "a random operator is taken for a pure one",
           lose_the_mark_of_a_draw, plant_two_draws},
};

}  // namespace

std::span<const Defect> order_defects() { return kOrderDefects; }

}  // namespace assay::defects
