// Drawing: what a picture of graphs shows, as plain data.
//
// Texts are as a graph has them, whatever they hold: nothing is cut, escaped, laid out or coloured here.
// dot_text does that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/words/enumerators.h"

namespace assay {

enum class DrawnKind : std::uint8_t {
  kParameter,
  kBuffer,
  kUser,
  kTangent,
  kSaved,
  kConstant,
  kGenerator,
  kOpaque,
  kOperator,
  kOutput,
  kTensor,
  kFolded,   ///< several nodes drawn as one
  kLeftOut,  ///< stands for neighbours that are not drawn
};
/// Also the class of the kind in SVG.
inline constexpr auto kDrawnKindNames =
    enumerators<DrawnKind>({"parameter", "buffer", "user", "tangent", "saved", "constant", "generator",
                            "opaque", "op", "output", "tensor", "folded", "left_out"});
inline std::string_view to_string(DrawnKind kind) { return kDrawnKindNames[kind]; }

/// Of a difference, left being what was expected.
enum class Mark : std::uint8_t {
  kNone,     ///< no comparison is drawn
  kMatched,  ///< on both sides, the same
  kMissing,  ///< on the left only
  kExtra,    ///< on the right only
  kChanged,  ///< on both sides, not the same
};
inline constexpr auto kMarkNames = enumerators<Mark>({"none", "matched", "missing", "extra", "changed"});
inline std::string_view to_string(Mark mark) { return kMarkNames[mark]; }

struct DrawnNode {
  std::string id;  ///< unique in its drawing: "joint/%12"
  DrawnKind kind = DrawnKind::kOperator;
  Mark mark = Mark::kNone;
  std::vector<std::string> lines = {};  ///< what stands in it
  std::string details = {};             ///< what is told of it where there is room: the whole node as text
  std::optional<std::size_t> cluster = {};  ///< index into Drawing::clusters
};

/// One or several values that go from a node to another, or, where `calls` is set, the use of a sub-graph:
/// then `to` is any node of the cluster that the sub-graph is.
struct DrawnEdge {
  std::size_t from = 0, to = 0;  ///< indices into Drawing::nodes
  Mark mark = Mark::kNone;
  std::string value = {};     ///< "f32[2,3]", or how many values there are
  std::string argument = {};  ///< of `to`: "weight"; empty for several
  bool calls = false;
};

/// A graph of a file. Sub-graphs lie in the graphs that use them.
struct DrawnCluster {
  std::string title;
  std::optional<std::size_t> parent = {};  ///< an earlier cluster
};

struct Drawing {
  std::vector<std::string> captions;  ///< what is drawn, and what is left out
  std::vector<DrawnCluster> clusters;
  std::vector<DrawnNode> nodes;
  std::vector<DrawnEdge> edges;
};

}  // namespace assay
