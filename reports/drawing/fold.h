// fold: groups the nodes of a large file into drawn nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

struct Fold {
  enum class How : std::uint8_t {
    kAuto,   ///< nothing if all fit; else inputs, then modules, as deep as fits
    kNone,   ///< a drawn node per node
    kDepth,  ///< by the first `depth` names of the module
  };
  How how = How::kAuto;
  std::size_t depth = 0;  ///< 1: the outermost modules; 0: none
};

/// Nodes of a graph that are drawn as a single node, in order.
struct DrawnPart {
  std::size_t graph = 0;
  std::vector<NodeId> members;
  std::string module = {};           ///< path, if several operators share a module
  bool backward = false;             ///< several operators of the backward pass
  std::optional<NodeId> alone = {};  ///< the only member, or the node that the others are inputs of
};

struct Folding {
  std::vector<DrawnPart> parts;                   ///< by graph, then by first member
  std::vector<std::vector<std::size_t>> part_of;  ///< by graph and node: index into parts
};

/// Folds inputs, then operators. Inputs other than user inputs and tangents join the first operator that
/// reads them. Operators are folded only with adjacent operators, so that no edge leads backwards: a module
/// that is called twice is two parts. Operators without a module are folded in pieces of fixed length. So are
/// all operators if even the outermost modules are too many. `most`: wanted maximum of parts for kAuto. User
/// inputs, results and graphs alone can exceed it.
Folding fold(const GraphFile& file, const Fold& how, std::size_t most);

/// The first `depth` names of "layer1.0.conv1". Dots within brackets do not separate names.
std::string module_at(const std::string& path, std::size_t depth);

}  // namespace assay
