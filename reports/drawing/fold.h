// fold: which nodes of a large file are drawn as one.
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
    kAuto,   ///< nothing when all fit; else inputs, then by module, as far down as they fit
    kNone,   ///< every node by itself
    kDepth,  ///< modules at `depth` and above, what lies deeper within them
  };
  How how = How::kAuto;
  std::size_t depth = 0;  ///< 1: the outermost modules; 0: none
};

/// What is drawn as one node: nodes of one graph, in order.
struct DrawnPart {
  std::size_t graph = 0;
  std::vector<NodeId> members;
  std::string module = {};           ///< of several operators, where they have one: its path
  bool backward = false;             ///< several operators of the backward pass
  std::optional<NodeId> alone = {};  ///< what its other members are only inputs of; of one member that
};

struct Folding {
  std::vector<DrawnPart> parts;                   ///< by graph, then by first member
  std::vector<std::vector<std::size_t>> part_of;  ///< by graph and node: index into parts
};

/// Inputs that are no user's and no tangent go with the operators that read them first: that alone is the
/// first step. Only operators that follow each other are folded together, so that no edge leads back: a
/// module that is called twice is two parts. Those of no module, and all of them where even the outermost
/// modules are too many, are folded by the piece, so many operators each as it takes. `most`, for kAuto:
/// parts there should be at most; where user inputs, results and graphs alone are more, so it is.
Folding fold(const GraphFile& file, const Fold& how, std::size_t most);

/// "layer1.0.conv1" cut after `depth` names; dots within brackets divide none.
std::string module_at(const std::string& path, std::size_t depth);

}  // namespace assay
