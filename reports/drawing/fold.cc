// fold: runs of operators of the same module, from the innermost modules outwards.
#include "reports/drawing/fold.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "harness/graph/uses.h"

namespace assay {
namespace {

constexpr std::size_t kPiece = 16;  ///< operators per part without a module
constexpr std::size_t kNoPart = std::numeric_limits<std::size_t>::max();

/// Offsets of the ends of the names in a module's path.
std::vector<std::size_t> name_ends(const std::string& path) {
  std::vector<std::size_t> ends;
  int open = 0;
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (path[at] == '[' || path[at] == '(') ++open;
    if (path[at] == ']' || path[at] == ')') --open;
    if (path[at] == '.' && open <= 0) ends.push_back(at);
  }
  if (!path.empty()) ends.push_back(path.size());
  return ends;
}

/// Depth at which modules are cut, and operators per part without a module. A piece of 1 folds none.
struct Cut {
  std::size_t depth, piece;
};
constexpr Cut kInputsOnly{0, 1};

class GraphFolding {
 public:
  GraphFolding(const Graph& graph, std::size_t index, const std::optional<Cut>& cut)
      : graph_(graph), index_(index), cut_(cut), part_of_(graph.nodes.size(), kNoPart) {}

  void add_to(Folding& folding) {
    if (cut_) {
      fold_operators();
      fold_inputs();
    }
    for (NodeId id = 0; id < graph_.nodes.size(); ++id)
      if (part_of_[id] == kNoPart) alone(id);
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) parts_[part_of_[id]].members.push_back(id);
    number(folding);
  }

 private:
  void alone(NodeId id) {
    part_of_[id] = parts_.size();
    parts_.push_back({index_, {}});
  }

  void fold_operators() {
    std::size_t in_piece = 0;
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
      const Node& node = graph_.nodes[id];
      if (node.kind != NodeKind::kOp) continue;
      const std::string module = module_at(node.meta.module.str(), cut_->depth);
      const bool backward = node.meta.stage.view() == "backward";
      const bool goes_on = !parts_.empty() && module == module_ && backward == backward_ &&
                           (!module.empty() || in_piece < cut_->piece);
      if (!goes_on) {
        parts_.push_back({index_, {}, module, backward});
        in_piece = 0;
      }
      module_ = module, backward_ = backward;
      ++in_piece;
      part_of_[id] = parts_.size() - 1;
    }
  }

  void fold_inputs() {
    std::vector<std::size_t> reader(graph_.nodes.size(), kNoPart);
    for (NodeId id = 0; id < graph_.nodes.size(); ++id)
      for (const ArgumentUse& use : uses_of(graph_.nodes[id]))
        if (reader[use.ref.node] == kNoPart) reader[use.ref.node] = part_of_[id];
    for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
      const Node& node = graph_.nodes[id];
      if (node.kind != NodeKind::kInput || node.role == Role::kUser || node.role == Role::kTangent) continue;
      if (reader[id] != kNoPart) part_of_[id] = reader[id];
    }
  }

  void find_lone(DrawnPart& part) const {
    std::size_t operators = 0;
    for (const NodeId id : part.members) {
      if (graph_.nodes[id].kind != NodeKind::kOp && part.members.size() > 1) continue;
      part.alone = id;
      ++operators;
    }
    if (operators > 1) part.alone.reset();
  }

  /// Appends the parts to `folding`, in the order of their first members.
  void number(Folding& folding) {
    std::vector<std::size_t> order(parts_.size());
    for (std::size_t part = 0; part < order.size(); ++part) order[part] = part;
    std::ranges::sort(order, {}, [&](std::size_t part) { return parts_[part].members.front(); });
    std::vector<std::size_t> placed(parts_.size());
    for (const std::size_t part : order) {
      placed[part] = folding.parts.size();
      find_lone(parts_[part]);
      folding.parts.push_back(std::move(parts_[part]));
    }
    for (std::size_t& part : part_of_) part = placed[part];
    folding.part_of.push_back(std::move(part_of_));
  }

  const Graph& graph_;
  std::size_t index_;
  std::optional<Cut> cut_;
  std::vector<DrawnPart> parts_;
  std::vector<std::size_t> part_of_;
  std::string module_;  ///< of the last operator, and whether that is of the backward pass
  bool backward_ = false;
};

Folding folded(const GraphFile& file, const std::optional<Cut>& cut) {
  Folding folding;
  for (std::size_t index = 0; index < file.graphs.size(); ++index)
    GraphFolding(file.graphs[index], index, cut).add_to(folding);
  return folding;
}

struct Extent {
  std::size_t depth = 0, operators = 0;
};

/// The greatest module depth, and the node count of the largest graph.
Extent extent_of(const GraphFile& file) {
  Extent extent;
  for (const Graph& graph : file.graphs) {
    extent.operators = std::max(extent.operators, graph.nodes.size());
    for (const Node& node : graph.nodes)
      if (node.kind == NodeKind::kOp)
        extent.depth = std::max(extent.depth, name_ends(node.meta.module.str()).size());
  }
  return extent;
}

}  // namespace

std::string module_at(const std::string& path, std::size_t depth) {
  const std::vector<std::size_t> ends = name_ends(path);
  if (depth == 0 || ends.empty()) return "";
  return path.substr(0, ends[std::min(depth, ends.size()) - 1]);
}

Folding fold(const GraphFile& file, const Fold& how, std::size_t most) {
  if (how.how == Fold::How::kDepth) return folded(file, Cut{how.depth, kPiece});
  Folding folding = folded(file, {});
  if (how.how == Fold::How::kNone || folding.parts.size() <= most) return folding;
  folding = folded(file, kInputsOnly);
  if (folding.parts.size() <= most) return folding;
  const Extent extent = extent_of(file);
  for (std::size_t depth = extent.depth; depth > 0; --depth) {
    folding = folded(file, Cut{depth, kPiece});
    if (folding.parts.size() <= most) return folding;
  }
  for (std::size_t piece = 2; folding.parts.size() > most; piece *= 2) {
    folding = folded(file, Cut{0, piece});
    if (piece > extent.operators) break;
  }
  return folding;
}

}  // namespace assay
