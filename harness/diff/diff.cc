// diff: identity first; if that fails, matchers, then verification of their pairs.
#include "harness/diff/diff.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "harness/diff/commutative.h"
#include "harness/diff/compare_graphs.h"
#include "harness/diff/explain_graphs.h"
#include "harness/diff/normal_form.h"
#include "harness/diff/paired_diff.h"
#include "harness/diff/root_causes.h"
#include "harness/diff/strategy.h"

namespace assay {

namespace {

SetCount& operator+=(SetCount& sum, const SetCount& more) {
  sum.matched += more.matched;
  sum.missing += more.missing;
  sum.extra += more.extra;
  sum.changed += more.changed;
  return sum;
}

using GraphsByName = std::map<Name, const Graph*>;

GraphsByName by_name(const GraphFile& file) {
  GraphsByName graphs;
  for (const Graph& graph : file.graphs) graphs[graph.name] = &graph;
  return graphs;
}

std::string words_of_assumptions(const Graph& graph) {
  std::vector<std::string> words;
  for (Name guard : graph.guards) words.push_back(guard.str());
  for (const Symbol& symbol : graph.symbols) {
    std::string lower = symbol.lower ? std::to_string(*symbol.lower) : "";
    std::string upper = symbol.upper ? std::to_string(*symbol.upper) : "";
    words.push_back(fmt::format("{} in [{}, {}]", symbol.name.view(), lower, upper));
  }
  std::ranges::sort(words);
  return words.empty() ? "none" : fmt::format("{}", fmt::join(words, "; "));
}

struct NormalPlace {
  AsWritten written;
  Graph* graph = nullptr;
  std::vector<char>* swapped = nullptr;
};
using NormalPlaces = std::map<const Graph*, NormalPlace>;

void add_places(NormalForm& form, const GraphFile& file, NormalPlaces& places) {
  for (std::size_t index = 0; index < file.graphs.size(); ++index) {
    Graph* graph = &form.file.graphs[index];
    places[graph] = {{&file.graphs[index], &form.ids[index]}, graph, &form.swapped[index]};
  }
}

class FileDiff {
 public:
  /// Compares the files themselves.
  FileDiff(const GraphFile& left, const GraphFile& right, const Policy& policy)
      : left_file_(left),
        right_file_(right),
        level_(policy.level),
        classes_(classify_sub_graphs(left, right, level_)),
        left_(by_name(left)),
        right_(by_name(right)) {}

  FileDiff(NormalForms& forms, const GraphFile& left, const GraphFile& right, const Policy& policy)
      : FileDiff(forms.left.file, forms.right.file, policy) {
    add_places(forms.left, left, normal_);
    add_places(forms.right, right, normal_);
    policy_ = policy;
    hid("fold", forms.left.folded, forms.right.folded);
  }

  /// Adds the compared nodes to `pairs`, unless null.
  DiffResult run(DiffPairs* pairs) {
    pairs_ = pairs;
    for (const Graph& graph : left_file_.graphs) {
      if (graph.of) continue;
      auto other = right_.find(graph.name);
      if (other == right_.end() || other->second->of) {
        lone_graph(graph, DiffKind::kMissing);
      } else {
        pending_.push_back({&graph, other->second});
        for (std::size_t next = pending_.size() - 1; next < pending_.size(); ++next) compare(next);
      }
    }
    for (const Graph& graph : right_file_.graphs) {
      auto other = left_.find(graph.name);
      if (!graph.of && (other == left_.end() || other->second->of)) lone_graph(graph, DiffKind::kExtra);
    }
    count_unvisited();
    fold_causes(causes_, result_);
    hid("commutative", hidden_operands_, hidden_operands_);
    for (const DroppedPart& part : dropped_parts())
      hid(part.key, hidden_parts_[part.key], hidden_parts_[part.key]);
    return std::move(result_);
  }

 private:
  void compare(std::size_t index) {
    auto [left, right] = pending_[index];
    const bool left_is_new = seen_.insert(left).second, right_is_new = seen_.insert(right).second;
    if (!left_is_new || !right_is_new) return;
    GraphPair graphs{*left,          *right, EffectOrder(*left), EffectOrder(*right), classes_.left,
                     classes_.right, level_};
    graphs.left_written = normal_[left].written;
    graphs.right_written = normal_[right].written;
    Matching matching(*left, *right);
    Sameness sameness = compare_graphs(graphs, matching.pairing);
    std::optional<FlatPair> flat;
    if (sameness == Sameness::kDifferent) {
      flat = flatten(graphs, HiddenSlots::kLeftOut);
      matching = match_graphs(graphs, *flat);
    }
    if (policy_.normalises()) set_aside(graphs, matching.pairing), flat.reset();
    std::size_t before = result_.entries.size();
    GraphExplanation found = explain_graphs(graphs, matching, flat ? &*flat : nullptr);
    if (pairs_) tell_pairs(graphs, matching.pairing);
    if (sameness == Sameness::kUndecided) {
      undecided(graphs, found);
    } else {
      assumptions(graphs);
      const std::size_t first = result_.entries.size();
      if (pairs_) tell_places(graphs, found);
      for (std::size_t cause : find_causes(graphs, matching.pairing, found)) causes_.push_back(first + cause);
      std::move(found.entries.begin(), found.entries.end(), std::back_inserter(result_.entries));
    }
    result_.nodes += found.nodes;
    result_.edges += found.edges;
    std::size_t nested = pending_.size();
    for (auto [left_name, right_name] : found.sub_graphs) visit_sub_graphs(left_name, right_name);
    if (sameness == Sameness::kDifferent && result_.entries.size() == before && pending_.size() == nested)
      unexplained(graphs);
    if (sameness != Sameness::kEqual) result_.equal = false;
  }

  /// The id of `node` in the input file.
  static NodeId written(const AsWritten& as, NodeId node) {
    return as.ids && node != kNoNode ? (*as.ids)[node] : node;
  }

  void tell_pairs(const GraphPair& graphs, const Pairing& pairing) {
    const auto index = [](const GraphFile& file, const Graph& graph) {
      return static_cast<std::size_t>(&graph - file.graphs.data());
    };
    GraphPairs& told = pairs_->graphs.emplace_back();
    told.left = index(left_file_, graphs.left);
    told.right = index(right_file_, graphs.right);
    for (NodeId node = 0; node < pairing.left.size(); ++node)
      if (pairing.left[node] != kNoNode)
        told.nodes.emplace_back(written(graphs.left_written, node),
                                written(graphs.right_written, pairing.left[node]));
  }

  /// Entries before those of `found` that have no place are about whole graphs.
  void tell_places(const GraphPair& graphs, const GraphExplanation& found) {
    pairs_->places.resize(result_.entries.size());
    for (const EntryPlace& place : found.places)
      pairs_->places.push_back({pairs_->graphs.size() - 1, written(graphs.left_written, place.left),
                                written(graphs.right_written, place.right),
                                written(graphs.left_written, place.second)});
  }

  void hid(std::string_view key, std::size_t left, std::size_t right) {
    for (const SetPolicy& set : policies(policy_))
      if (set.is_on() && set.key == key)
        result_.hidden.push_back({fmt::format("{}={}", set.key, set.value), left, right});
  }

  /// Counts operands and parts that the policy hid between partners. Operands were sorted by computation.
  /// Where computations differ, the partners decide the order.
  void set_aside(const GraphPair& graphs, const Pairing& pairing) {
    NormalPlace &left = normal_[&graphs.left], &right = normal_[&graphs.right];
    for (NodeId a = 0; a < pairing.left.size(); ++a) {
      NodeId b = pairing.left[a];
      if (b == kNoNode) continue;
      const Node& written_left = left.written.graph->nodes[(*left.written.ids)[a]];
      const Node& written_right = right.written.graph->nodes[(*right.written.ids)[b]];
      Operands x = commuting_operands(graphs.left.nodes[a]), y = commuting_operands(graphs.right.nodes[b]);
      if (policy_.commutative && x && y) {
        auto pairs = [&](const Ref& p, const Ref& q) {
          return pairing.left[p.node] == q.node && p.path == q.path;
        };
        bool straight = pairs(*x.first, *y.first) || pairs(*x.second, *y.second);
        if (!straight && (pairs(*x.first, *y.second) || pairs(*x.second, *y.first))) {
          swap_operands(right.graph->nodes[b]);
          (*right.swapped)[b] ^= 1;
        }
        hidden_operands_ += (*left.swapped)[a] != (*right.swapped)[b];
      }
      for (const DroppedPart& part : dropped_parts())
        if (!part.same(written_left, written_right)) ++hidden_parts_[part.key];
    }
  }

  void visit_sub_graphs(Name left_name, Name right_name) {
    auto left = left_.find(left_name), right = right_.find(right_name);
    if (left != left_.end() && right != right_.end()) pending_.push_back({left->second, right->second});
  }

  DiffEntry& add(DiffKind kind, const Graph* left, const Graph* right) {
    causes_.push_back(result_.entries.size());
    DiffEntry& entry = result_.entries.emplace_back();
    entry.kind = kind;
    entry.subject = DiffSubject::kGraph;
    entry.graph = (left ? left : right)->name.str();
    if (left) entry.left_path = left->name.str();
    if (right) entry.right_path = right->name.str();
    return entry;
  }

  void assumptions(const GraphPair& graphs) {
    if (level_ < Level::kExact || same_assumptions(graphs.left, graphs.right)) return;
    DiffEntry& entry = add(DiffKind::kShape, &graphs.left, &graphs.right);
    entry.left = "assumes " + words_of_assumptions(graphs.left);
    entry.right = "assumes " + words_of_assumptions(graphs.right);
  }

  /// The live part is verified. The rest has too many symmetric candidates to decide.
  void undecided(const GraphPair& graphs, GraphExplanation& found) {
    DiffEntry& entry = add(DiffKind::kUndecided, &graphs.left, &graphs.right);
    entry.left = fmt::format("symmetric dead code, {} nodes", found.nodes.missing);
    entry.right = fmt::format("symmetric dead code, {} nodes", found.nodes.extra);
    entry.matcher = Matcher::kSymmetry;
    found.nodes.changed += std::exchange(found.nodes.missing, 0);
    found.nodes.extra = 0;
    found.edges.changed += std::exchange(found.edges.missing, 0);
    found.edges.extra = 0;
  }

  /// Every node has a partner that looks the same, yet the graphs differ: only order can be the reason.
  void unexplained(const GraphPair& graphs) {
    DiffEntry& entry = add(DiffKind::kOrder, &graphs.left, &graphs.right);
    entry.left = entry.right = "the order of effects differs";
  }

  void lone_graph(const Graph& graph, DiffKind kind) {
    bool missing = kind == DiffKind::kMissing;
    GraphSize size = size_of(GraphFile{{}, {graph}});
    DiffEntry& entry = add(kind, missing ? &graph : nullptr, missing ? nullptr : &graph);
    (missing ? entry.left : entry.right) =
        fmt::format("graph {}: {} nodes, {} edges", graph.name.view(), size.nodes, size.edges);
    count_lone(graph, missing ? &SetCount::missing : &SetCount::extra);
    result_.equal = false;
  }

  void count_lone(const Graph& graph, std::size_t SetCount::*side) {
    if (!seen_.insert(&graph).second) return;
    GraphSize size = size_of(GraphFile{{}, {graph}});
    result_.nodes.*side += size.nodes;
    result_.edges.*side += size.edges;
  }

  /// Counts sub-graphs of missing or extra nodes, or of no node.
  void count_unvisited() {
    for (const Graph& graph : left_file_.graphs) count_lone(graph, &SetCount::missing);
    for (const Graph& graph : right_file_.graphs) count_lone(graph, &SetCount::extra);
  }

  const GraphFile& left_file_;
  const GraphFile& right_file_;
  Level level_;
  FileClasses classes_;
  GraphsByName left_, right_;
  std::vector<std::pair<const Graph*, const Graph*>> pending_;
  std::set<const Graph*> seen_;
  DiffResult result_;
  Policy policy_;        ///< the default without normal forms
  NormalPlaces normal_;  ///< by graph of a normal form
  std::size_t hidden_operands_ = 0;
  std::map<std::string_view, std::size_t> hidden_parts_;  ///< by key of the policy
  std::vector<std::size_t> causes_;  ///< per entry: the index of its cause, itself for a root
  DiffPairs* pairs_ = nullptr;       ///< null if not requested
};

DiffResult diff_telling(DiffPairs* pairs, const GraphFile& left, const GraphFile& right,
                        const Policy& policy) {
  DiffResult result;
  if (policy.normalises()) {
    NormalForms forms = normal_forms(left, right, policy);
    result = FileDiff(forms, left, right, policy).run(pairs);
  } else {
    result = FileDiff(left, right, policy).run(pairs);
  }
  // Agrees with equal(), also for files that validate() rejects.
  if (result.equal && !equal(left, right, policy)) result.equal = false;
  if (result.equal) result.entries.clear(), result.roots.clear();
  if (!result.equal && result.entries.empty()) {
    DiffEntry& entry = result.entries.emplace_back();
    entry.kind = DiffKind::kUndecided;
    entry.subject = DiffSubject::kFile;
    entry.left = entry.right = "no single difference was found";
    fold_causes({0}, result);
  }
  return result;
}

}  // namespace

DiffResult diff(const GraphFile& left, const GraphFile& right, const Policy& policy) {
  return diff_telling(nullptr, left, right, policy);
}

PairedDiff paired_diff(const GraphFile& left, const GraphFile& right, const Policy& policy) {
  PairedDiff paired;
  paired.result = diff_telling(&paired.pairs, left, right, policy);
  paired.pairs.places.resize(paired.result.entries.size());
  return paired;
}

}  // namespace assay
