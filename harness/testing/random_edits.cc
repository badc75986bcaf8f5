// Random edits: edits a copy, then inserts and removes nodes.
#include "harness/testing/random_edits.h"

#include <algorithm>
#include <random>
#include <set>

namespace assay {

namespace {

constexpr DiffKind kKinds[] = {
    DiffKind::kTarget, DiffKind::kRewired, DiffKind::kConstant, DiffKind::kShape,   DiffKind::kDType,
    DiffKind::kStride, DiffKind::kDevice,  DiffKind::kAlias,    DiffKind::kMissing, DiffKind::kExtra,
    DiffKind::kOrder,  DiffKind::kRenamed, DiffKind::kRole};
constexpr int kDistance = 3;

class Editor {
 public:
  Editor(const GraphFile& file, std::uint64_t seed)
      : pair_{file, file, {}}, random_(seed), taken_(nodes().size(), 0), users_(nodes().size()) {
    for (NodeId id = 0; id < nodes().size(); ++id)
      for_refs(nodes()[id], [&](Ref& ref) { users_[ref.node].push_back(id); });
  }

  EditedPair run(std::size_t count) {
    for (std::size_t tries = 0; pair_.edits.size() < count && tries < 200 * count; ++tries) {
      DiffKind kind = kKinds[next_kind_ % std::size(kKinds)];
      auto id =
          static_cast<NodeId>(kind == DiffKind::kRole ? random_() % 4 : random_() % (nodes().size() - 1));
      if (!room_at(id) || !edit(kind, id)) {
        if (tries % 50 == 49) ++next_kind_;  // no place for this kind
        continue;
      }
      take(id);
      pair_.edits.push_back({kind, id});
      ++next_kind_;
    }
    work_in();
    return std::move(pair_);
  }

 private:
  std::vector<Node>& nodes() { return pair_.right.graphs[0].nodes; }
  template <typename Visit>
  static void for_refs(Node& node, Visit&& visit) {
    for (Argument& argument : node.args)
      if (auto* ref = std::get_if<Ref>(&argument.value.data)) visit(*ref);
    for (Result& result : node.results)
      if (auto* ref = std::get_if<Ref>(&result.value.data)) visit(*ref);
  }

  bool room_at(NodeId id) const { return !taken_[id]; }
  /// Takes every node nearer than the distance. Inputs and the output are near everything, so the search
  /// stops there.
  void take(NodeId id) {
    std::vector<NodeId> ring{id}, next;
    taken_[id] = 1;
    std::set<NodeId> met{id};
    for (int step = 1; step < kDistance; ++step, ring.swap(next)) {
      next.clear();
      auto visit = [&](NodeId other) {
        if (other + 1 == nodes().size() || !met.insert(other).second) return;
        taken_[other] = 1;
        if (nodes()[other].kind == NodeKind::kOp) next.push_back(other);
      };
      for (NodeId node : ring) {
        for_refs(nodes()[node], [&](Ref& ref) { visit(ref.node); });
        for (NodeId user : users_[node]) visit(user);
      }
    }
  }

  bool edit(DiffKind kind, NodeId id) {
    Node& node = nodes()[id];
    if ((node.kind == NodeKind::kInput) != (kind == DiffKind::kRole)) return false;
    auto& tensor = std::get<TensorMeta>(node.outputs[0].data);
    switch (kind) {
      case DiffKind::kTarget:
        node.target.name = Name("aten.edited.default");
        return true;
      case DiffKind::kRewired:
        return rewire(node, id);
      case DiffKind::kConstant:
        node.args.push_back({Name("alpha"), std::int64_t{2}});
        return true;
      case DiffKind::kShape:
        tensor.shape[0].number += 1;
        return true;
      case DiffKind::kDType:
        tensor.dtype = DType::kFloat16;
        return true;
      case DiffKind::kStride:
        tensor.stride = std::vector<Dim>{{1, {}}, {2, {}}};
        return true;
      case DiffKind::kDevice:
        tensor.device = {Name("cuda"), 0};
        return true;
      case DiffKind::kAlias:
        node.alias.push_back({{0}, node.args[0].name});
        return true;
      case DiffKind::kRenamed:
        node.args[0].name = Name("edited");
        return true;
      case DiffKind::kRole:
        node.role = Role::kBuffer;
        return true;
      case DiffKind::kMissing:
        return std::holds_alternative<Ref>(node.args[0].value.data);
      case DiffKind::kExtra:
        return !users_[id].empty();
      case DiffKind::kOrder:
        return swap_draws(id);
      default:
        return false;
    }
  }

  bool rewire(Node& node, NodeId id) {
    NodeId other = static_cast<NodeId>(random_() % id);
    bool uses = false;
    for_refs(node, [&](Ref& ref) { uses = uses || ref.node == other; });
    if (uses || !room_at(other)) return false;
    // Its former input must stay alive through another user.
    NodeId before = std::get<Ref>(node.args[0].value.data).node;
    if (users_[before].size() < 2) return false;
    std::get<Ref>(node.args[0].value.data) = Ref{other, {0}};
    take(other);
    return true;
  }

  /// The node and its independent successor draw in the opposite order.
  bool swap_draws(NodeId id) {
    NodeId next = id + 1;
    if (next + 1 >= nodes().size() || nodes()[next].kind != NodeKind::kOp || !room_at(next)) return false;
    bool depends = false;
    for_refs(nodes()[next], [&](Ref& ref) { depends = depends || ref.node == id; });
    if (depends) return false;
    for (GraphFile* file : {&pair_.left, &pair_.right})
      for (NodeId draw : {id, next}) file->graphs[0].nodes[draw].effects.rng = true;
    swapped_.push_back(id);
    take(next);
    return true;
  }

  /// Users of a removed node get its first input. The first user of a new node gets the new node. Then all
  /// nodes are renumbered.
  void work_in() {
    std::vector<NodeId> place(nodes().size());
    std::vector<char> gone(nodes().size(), 0), grown(nodes().size(), 0);
    for (const Edit& edit : pair_.edits) {
      if (edit.kind == DiffKind::kMissing) gone[edit.left] = 1;
      if (edit.kind == DiffKind::kExtra) grown[edit.left] = 1;
    }
    std::vector<NodeId> order(nodes().size());
    for (NodeId id = 0; id < order.size(); ++id) order[id] = id;
    for (NodeId id : swapped_) std::swap(order[id], order[id + 1]);
    std::vector<Node> made;
    std::vector<NodeId> added(nodes().size());
    for (NodeId id : order) {
      Node& node = nodes()[id];
      for_refs(node, [&](Ref& ref) {
        NodeId from = ref.node;
        bool takes_new = grown[from] && users_[from].front() == id;
        ref.node = takes_new ? added[from] : place[from];
      });
      if (gone[id]) {
        place[id] = std::get<Ref>(node.args[0].value.data).node;
        continue;
      }
      place[id] = static_cast<NodeId>(made.size());
      made.push_back(std::move(node));
      if (!grown[id]) continue;
      Node fresh;
      fresh.target.name = Name("aten.inserted.default");
      fresh.args.push_back({Name("self"), Ref{place[id], {0}}});
      fresh.outputs = made.back().outputs;
      added[id] = static_cast<NodeId>(made.size());
      made.push_back(std::move(fresh));
    }
    nodes() = std::move(made);
  }

  EditedPair pair_;
  std::mt19937_64 random_;
  std::vector<char> taken_;  ///< near an edit
  std::vector<std::vector<NodeId>> users_;
  std::vector<NodeId> swapped_;
  std::size_t next_kind_ = 0;
};

}  // namespace

EditedPair edited_pair(const GraphFile& file, std::size_t count, std::uint64_t seed) {
  return Editor(file, seed).run(count);
}

}  // namespace assay
