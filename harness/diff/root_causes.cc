// Root causes: one pass over the differences in capture order.
#include "harness/diff/root_causes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include <fmt/format.h>

namespace assay {

namespace {

__extension__ using Wide = __int128;  ///< products of sizes must not overflow

constexpr std::size_t kNoCause = static_cast<std::size_t>(-1);

bool is_meta(DiffKind kind) {
  return kind == DiffKind::kShape || kind == DiffKind::kDType || kind == DiffKind::kStride ||
         kind == DiffKind::kDevice;
}

/// Ranks the differences of a node: the most informative kind first.
int rank(DiffKind kind) {
  constexpr DiffKind order[] = {
      DiffKind::kTarget, DiffKind::kRole,     DiffKind::kRenamed, DiffKind::kRewired,  DiffKind::kMissing,
      DiffKind::kExtra,  DiffKind::kConstant, DiffKind::kAlias,   DiffKind::kOrder,    DiffKind::kShape,
      DiffKind::kDType,  DiffKind::kStride,   DiffKind::kDevice,  DiffKind::kUndecided};
  return static_cast<int>(std::find(std::begin(order), std::end(order), kind) - std::begin(order));
}

/// Whether a difference of `kind` in an output can come from inputs that differ in this way.
bool passes_on(DiffKind kind, const Output& left, const Output& right) {
  const auto *a = std::get_if<TensorMeta>(&left.data), *b = std::get_if<TensorMeta>(&right.data);
  if (!a || !b) return !(left == right);
  switch (kind) {
    case DiffKind::kShape:
      return a->shape != b->shape;
    case DiffKind::kDType:
      return a->dtype != b->dtype;
    case DiffKind::kStride:
      return a->shape != b->shape || a->stride != b->stride || a->layout != b->layout;
    default:
      return a->device != b->device;
  }
}

/// Whether `from` became `to` by the same factor as a size of the input.
bool scaled_like(std::int64_t from, std::int64_t to, const Output& left, const Output& right) {
  const auto *a = std::get_if<TensorMeta>(&left.data), *b = std::get_if<TensorMeta>(&right.data);
  if (!a || !b || a->shape.size() != b->shape.size()) return false;
  for (std::size_t k = 0; k < a->shape.size(); ++k) {
    const Dim &before = a->shape[k], &after = b->shape[k];
    if (before == after || before.symbolic() || after.symbolic()) continue;
    if (static_cast<Wide>(from) * after.number == static_cast<Wide>(to) * before.number) return true;
  }
  return false;
}

/// Nodes without a partner, joined with their neighbours. Left nodes are numbered first, then right nodes.
class LoneNodes {
 public:
  LoneNodes(const GraphPair& graphs, const Pairing& pairing)
      : pairing_(pairing), offset_(static_cast<NodeId>(graphs.left.nodes.size())) {
    join_neighbours(graphs.left, pairing.left, 0);
    join_neighbours(graphs.right, pairing.right, offset_);
  }
  NodeId find(NodeId id) {
    auto place = parent_.find(id);
    while (place != parent_.end() && place->second != id) {
      id = place->second;
      place = parent_.find(id);
    }
    return id;
  }
  void join(NodeId a, NodeId b) {
    NodeId x = find(a), y = find(b);
    parent_[std::max(x, y)] = std::min(x, y);
  }
  std::optional<NodeId> left(NodeId id) {
    return id != kNoNode && pairing_.left[id] == kNoNode ? std::optional(find(id)) : std::nullopt;
  }
  std::optional<NodeId> right(NodeId id) {
    return id != kNoNode && pairing_.right[id] == kNoNode ? std::optional(find(offset_ + id)) : std::nullopt;
  }

 private:
  void join_neighbours(const Graph& graph, const std::vector<NodeId>& partner, NodeId offset) {
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      if (partner[id] != kNoNode) continue;
      for (const Argument& argument : graph.nodes[id].args)
        for_each_ref(argument.value, [&](const Ref& ref) {
          if (partner[ref.node] == kNoNode) join(offset + ref.node, offset + id);
        });
    }
  }

  const Pairing& pairing_;
  NodeId offset_;
  std::map<NodeId, NodeId> parent_;
};

class Causes {
 public:
  Causes(const GraphPair& graphs, const Pairing& pairing, const GraphExplanation& found)
      : graphs_(graphs),
        pairing_(pairing),
        found_(found),
        lone_(graphs, pairing),
        cause_(found.entries.size(), kNoCause),
        of_left_(graphs.left.nodes.size(), kNoCause) {}

  std::vector<std::size_t> run() {
    join_replacements();
    lone_nodes();
    operands_of_replaced();
    for (std::size_t begin = 0; begin < found_.entries.size();) {
      std::size_t end = begin;
      while (end < found_.entries.size() && same_node(begin, end)) ++end;
      if (is_pair(begin)) node(begin, end);
      begin = end;
    }
    order();
    return std::move(cause_);
  }

 private:
  bool is_order(std::size_t entry) const { return found_.places[entry].second != kNoNode; }
  bool is_pair(std::size_t entry) const {
    const EntryPlace& place = found_.places[entry];
    return place.left != kNoNode && place.right != kNoNode && !is_order(entry);
  }
  bool same_node(std::size_t a, std::size_t b) const {
    const EntryPlace &left = found_.places[a], &right = found_.places[b];
    return left.left == right.left && left.right == right.right && is_order(a) == is_order(b);
  }

  /// The removed and the new producer at a slot are two sides of a change.
  void join_replacements() {
    for (const EntryPlace& place : found_.places)
      for (auto [left, right] : place.moved)
        if (auto gone = lone_.left(left), added = lone_.right(right); gone && added)
          lone_.join(*gone, *added);
  }

  void lone_nodes() {
    for (std::size_t entry = 0; entry < found_.entries.size(); ++entry) {
      if (is_pair(entry) || is_order(entry)) continue;
      const EntryPlace& place = found_.places[entry];
      NodeId group = place.left != kNoNode ? *lone_.left(place.left) : *lone_.right(place.right);
      cause_[entry] = of_group_.try_emplace(group, entry).first->second;
    }
  }

  /// A constant or a factory that only replaced operators read follows from them.
  void operands_of_replaced() {
    std::map<NodeId, std::size_t> replaced;  ///< by left node: its entry of kind target
    for (std::size_t entry = 0; entry < found_.entries.size(); ++entry)
      if (is_pair(entry) && found_.entries[entry].kind == DiffKind::kTarget)
        replaced.emplace(found_.places[entry].left, entry);
    if (replaced.empty() || of_group_.empty()) return;
    const Readers readers = readers_of_lone(replaced);
    std::map<std::size_t, std::size_t> follows;
    for (auto& [group, cause] : of_group_) {
      const auto reader = readers.find(group);
      if (reader == readers.end() || reader->second == kNoCause) continue;
      follows[cause] = reader->second;
      cause = reader->second;
    }
    for (std::size_t& cause : cause_)
      if (const auto to = follows.find(cause); to != follows.end()) cause = to->second;
  }

  /// By group of lone nodes: the entry of the replaced operator that reads it. kNoCause for other readers,
  /// for a group that reads other nodes, and for inputs that callers see.
  using Readers = std::map<NodeId, std::size_t>;

  Readers readers_of_lone(const std::map<NodeId, std::size_t>& replaced) {
    Readers readers;
    const auto read = [&](std::optional<NodeId> group, std::size_t by) {
      if (!group) return;
      std::size_t& known = readers.try_emplace(*group, by).first->second;
      if (known != by) known = known == kNoCause || by == kNoCause ? kNoCause : std::min(known, by);
    };
    const auto is_source = [](const Node& node, auto&& is_lone_node) {
      bool source = node.kind == NodeKind::kOp || node.role == Role::kConstant;
      each_ref(node, [&](const Ref& ref) { source = source && is_lone_node(ref.node); });
      return source;
    };
    const auto left = [this](NodeId id) { return lone_.left(id); };
    const auto right = [this](NodeId id) { return lone_.right(id); };
    for (std::size_t entry = 0; entry < found_.entries.size(); ++entry) {
      const EntryPlace& place = found_.places[entry];
      if (is_pair(entry)) {
        const auto by = replaced.find(place.left);
        const std::size_t cause = by == replaced.end() ? kNoCause : by->second;
        each_ref(graphs_.left.nodes[place.left], [&](const Ref& ref) { read(left(ref.node), cause); });
        each_ref(graphs_.right.nodes[place.right], [&](const Ref& ref) { read(right(ref.node), cause); });
      } else if (!is_order(entry) && place.left != kNoNode) {
        if (!is_source(graphs_.left.nodes[place.left], left)) read(left(place.left), kNoCause);
      } else if (!is_order(entry)) {
        if (!is_source(graphs_.right.nodes[place.right], right)) read(right(place.right), kNoCause);
      }
    }
    return readers;
  }

  std::size_t lone_cause(std::optional<NodeId> group) const {
    if (!group) return kNoCause;
    auto found = of_group_.find(*group);
    return found == of_group_.end() ? kNoCause : found->second;
  }
  std::size_t cause_of_left(NodeId id) {
    return pairing_.left[id] == kNoNode ? lone_cause(lone_.left(id)) : of_left_[id];
  }
  std::size_t cause_of_right(NodeId id) {
    return pairing_.right[id] == kNoNode ? lone_cause(lone_.right(id)) : of_left_[pairing_.right[id]];
  }

  void node(std::size_t begin, std::size_t end) {
    std::size_t root = kNoCause, inherited = kNoCause;
    for (std::size_t entry = begin; entry < end; ++entry) {
      if (is_meta(found_.entries[entry].kind)) continue;
      cause_[entry] = inherited_by(entry);
      if (cause_[entry] != kNoCause)
        inherited = std::min(inherited, cause_[entry]);
      else if (root == kNoCause || rank(found_.entries[entry].kind) < rank(found_.entries[root].kind))
        root = entry;
    }
    for (std::size_t entry = begin; entry < end; ++entry) {
      if (!is_meta(found_.entries[entry].kind)) continue;
      cause_[entry] = root != kNoCause ? root : from_inputs(entry);
      if (cause_[entry] != kNoCause)
        inherited = std::min(inherited, cause_[entry]);
      else if (root == kNoCause)
        root = entry;
    }
    for (std::size_t entry = begin; entry < end; ++entry)
      if (cause_[entry] == kNoCause) cause_[entry] = root;
    of_left_[found_.places[begin].left] = root != kNoCause ? root : inherited;
  }

  std::size_t inherited_by(std::size_t entry) {
    const EntryPlace& place = found_.places[entry];
    switch (found_.entries[entry].kind) {
      case DiffKind::kRewired:
        return place.moved.empty() ? from_lone_inputs(place) : from_moved(place);
      case DiffKind::kMissing:
      case DiffKind::kExtra:
        return from_lone_inputs(place);
      case DiffKind::kConstant:
        return place.only_numbers ? from_sizes(place) : kNoCause;
      default:
        return kNoCause;
    }
  }

  /// The cause if all changed references lead away from a removed node or to a new node.
  std::size_t from_moved(const EntryPlace& place) {
    std::size_t cause = kNoCause;
    for (auto [left, right] : place.moved) {
      std::size_t gone = lone_cause(lone_.left(left)), added = lone_cause(lone_.right(right));
      if (gone == kNoCause && added == kNoCause) return kNoCause;
      cause = std::min({cause, gone, added});
    }
    return cause;
  }

  std::size_t from_lone_inputs(const EntryPlace& place) {
    std::size_t cause = kNoCause;
    each_ref(graphs_.left.nodes[place.left],
             [&](const Ref& ref) { cause = std::min(cause, lone_cause(lone_.left(ref.node))); });
    each_ref(graphs_.right.nodes[place.right],
             [&](const Ref& ref) { cause = std::min(cause, lone_cause(lone_.right(ref.node))); });
    return cause;
  }

  template <typename Visit>
  static void each_ref(const Node& node, Visit&& visit) {
    for (const Argument& argument : node.args) for_each_ref(argument.value, visit);
    for (const Result& result : node.results) for_each_ref(result.value, visit);
  }

  /// Calls `visit(left output, right output, cause)` for inputs at the same place.
  template <typename Visit>
  void each_input(const EntryPlace& place, Visit&& visit) {
    std::vector<Ref> left, right;
    each_ref(graphs_.left.nodes[place.left], [&](const Ref& ref) { left.push_back(ref); });
    each_ref(graphs_.right.nodes[place.right], [&](const Ref& ref) { right.push_back(ref); });
    for (std::size_t k = 0; k < std::min(left.size(), right.size()); ++k) {
      const Output *a = output_at(graphs_.left, left[k]), *b = output_at(graphs_.right, right[k]);
      std::size_t cause = std::min(cause_of_left(left[k].node), cause_of_right(right[k].node));
      if (a && b && cause != kNoCause) visit(*a, *b, cause);
    }
  }

  std::size_t from_inputs(std::size_t entry) {
    std::size_t result = kNoCause;
    each_input(found_.places[entry], [&](const Output& left, const Output& right, std::size_t cause) {
      if (passes_on(found_.entries[entry].kind, left, right)) result = std::min(result, cause);
    });
    return result;
  }

  std::size_t from_sizes(const EntryPlace& place) {
    std::vector<char> explained(place.numbers.size(), 0);
    std::size_t result = kNoCause;
    each_input(place, [&](const Output& left, const Output& right, std::size_t cause) {
      for (std::size_t k = 0; k < place.numbers.size(); ++k)
        if (scaled_like(place.numbers[k].first, place.numbers[k].second, left, right))
          explained[k] = 1, result = std::min(result, cause);
    });
    return std::ranges::all_of(explained, [](char yes) { return yes; }) ? result : kNoCause;
  }

  /// A moved node is a single cause, however many nodes it passed: entries go to their busiest node.
  void order() {
    std::map<NodeId, std::size_t> busy;
    for (std::size_t entry = 0; entry < found_.entries.size(); ++entry)
      if (is_order(entry)) ++busy[found_.places[entry].left], ++busy[found_.places[entry].second];
    std::map<NodeId, std::size_t> first;
    for (std::size_t entry = 0; entry < found_.entries.size(); ++entry) {
      if (!is_order(entry)) continue;
      const EntryPlace& place = found_.places[entry];
      NodeId moved = busy[place.second] > busy[place.left] ? place.second : place.left;
      cause_[entry] = first.try_emplace(moved, entry).first->second;
    }
  }

  const GraphPair& graphs_;
  const Pairing& pairing_;
  const GraphExplanation& found_;
  LoneNodes lone_;
  std::map<NodeId, std::size_t> of_group_;
  std::vector<std::size_t> cause_;    ///< per entry
  std::vector<std::size_t> of_left_;  ///< per left node: the cause of differences in its outputs
};

bool is_of_node(const DiffEntry& entry) { return entry.subject == DiffSubject::kNode; }
bool is_lone(const DiffEntry& entry) { return entry.left_path.empty() || entry.right_path.empty(); }

using Names = std::map<std::string, std::size_t>;

/// "3 aten.relu.default, aten.tanh.default"
std::string counted(const Names& names) {
  std::vector<std::string> texts;
  for (const auto& [name, count] : names)
    texts.push_back(count == 1 ? name : fmt::format("{} {}", count, name));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// The change without its place: the operators if missing or extra, both names for another target, else the
/// part that differs.
std::string signature_of(const DiffEntry& entry, const RootCause& root) {
  std::string what = fmt::format("{} {}", to_string(entry.kind), subject_text(entry));
  if (!is_of_node(entry)) return what + ' ' + entry.left_path + entry.right_path;
  if (entry.kind == DiffKind::kTarget) return what + " -> " + entry.right_op;
  if (is_lone(entry)) {
    const std::string gone = root.gone.empty() ? "" : "missing " + counted(root.gone);
    const std::string added = root.added.empty() ? "" : "extra " + counted(root.added);
    return gone + (gone.empty() || added.empty() ? "" : "; ") + added;
  }
  if (entry.kind == DiffKind::kMissing || entry.kind == DiffKind::kExtra) return what;  // a result
  if (!entry.slot.empty()) what += ' ' + entry.slot;
  return what + ": " + entry.left_change + " -> " + entry.right_change;
}

}  // namespace

std::vector<std::size_t> find_causes(const GraphPair& graphs, const Pairing& pairing,
                                     const GraphExplanation& found) {
  return Causes(graphs, pairing, found).run();
}

void fold_causes(const std::vector<std::size_t>& causes, DiffResult& result) {
  std::map<std::size_t, std::pair<Names, Names>> lone;  ///< by root: missing, then extra operators
  for (std::size_t entry = 0; entry < causes.size(); ++entry) {
    const DiffEntry& each = result.entries[entry];
    if (!is_lone(each) || !is_lone(result.entries[causes[entry]]) || !is_of_node(each)) continue;
    auto& [gone, added] = lone[causes[entry]];
    ++(each.right_path.empty() ? gone : added)[each.op];
  }
  std::map<std::string, std::size_t> known;
  for (std::size_t entry = 0; entry < causes.size(); ++entry) {
    if (causes[entry] != entry) continue;
    RootCause root{result.entries[entry].kind, {}, 0, ""};
    if (auto names = lone.find(entry); names != lone.end())
      std::tie(root.gone, root.added) = std::move(names->second);
    root.signature = signature_of(result.entries[entry], root);
    auto [place, is_new] = known.try_emplace(root.signature, result.roots.size());
    if (is_new) result.roots.push_back(std::move(root));
    result.roots[place->second].places.push_back(entry);
    result.entries[entry].cause = place->second;
  }
  for (std::size_t entry = 0; entry < causes.size(); ++entry) {
    if (causes[entry] == entry) continue;
    result.entries[entry].cause = result.entries[causes[entry]].cause;
    ++result.roots[result.entries[entry].cause].consequences;
  }
}

std::string subject_text(const DiffEntry& entry) {
  switch (entry.subject) {
    case DiffSubject::kNode:
    case DiffSubject::kOperator:
      return entry.op;
    case DiffSubject::kGraph:
      return "graph";
    case DiffSubject::kModule:
      return "module";
    case DiffSubject::kEdges:
      return "edges between modules";
    case DiffSubject::kFile:
      break;
  }
  return "";
}

std::string place_text(const DiffEntry& entry) {
  const std::string& path = entry.left_path.empty() ? entry.right_path : entry.left_path;
  return entry.slot.empty() ? path : path + " " + entry.slot;
}

bool is_change(const DiffResult& result, std::size_t entry) {
  const std::vector<std::size_t>& places = result.roots[result.entries[entry].cause].places;
  const bool lone_root = is_lone(result.entries[places.front()]);
  return (lone_root && is_lone(result.entries[entry])) || std::ranges::binary_search(places, entry);
}

}  // namespace assay
