// Drawing: a picture of graphs as plain data.
//
// Texts are unchanged from the graph: not cut, escaped, laid out or coloured. dot_text does that.
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
  kLeftOut,  ///< stands for neighbours left out
};
/// Also the classes in SVG.
inline constexpr auto kDrawnKindNames =
    enumerators<DrawnKind>({"parameter", "buffer", "user", "tangent", "saved", "constant", "generator",
                            "opaque", "op", "output", "tensor", "folded", "left_out"});
inline std::string_view to_string(DrawnKind kind) { return kDrawnKindNames[kind]; }

/// Result of a comparison. The left side is expected.
enum class Mark : std::uint8_t {
  kNone,     ///< not part of a comparison
  kMatched,  ///< equal on both sides
  kMissing,  ///< on the left only
  kExtra,    ///< on the right only
  kChanged,  ///< different on both sides
};
inline constexpr auto kMarkNames = enumerators<Mark>({"none", "matched", "missing", "extra", "changed"});
inline std::string_view to_string(Mark mark) { return kMarkNames[mark]; }

struct DrawnNode {
  std::string id;  ///< unique in its drawing: "joint/%12"
  DrawnKind kind = DrawnKind::kOperator;
  Mark mark = Mark::kNone;
  std::vector<std::string> lines = {};      ///< its label
  std::string details = {};                 ///< the whole node as text, for tooltips
  std::optional<std::size_t> cluster = {};  ///< index into Drawing::clusters
};

/// Values passed between two nodes. With `calls`, the use of a sub-graph: `to` is any node of the sub-graph's
/// cluster.
struct DrawnEdge {
  std::size_t from = 0, to = 0;  ///< indices into Drawing::nodes
  Mark mark = Mark::kNone;
  std::string value = {};     ///< "f32[2,3]", or the number of values
  std::string argument = {};  ///< argument of `to`: "weight"; empty for several
  bool calls = false;
};

/// A graph of a file. Sub-graphs are nested in the graphs that use them.
struct DrawnCluster {
  std::string title;
  std::optional<std::size_t> parent = {};  ///< an earlier cluster
};

struct Drawing {
  std::vector<std::string> captions;  ///< describe the drawing and the parts left out
  std::vector<DrawnCluster> clusters;
  std::vector<DrawnNode> nodes;
  std::vector<DrawnEdge> edges;
};

}  // namespace assay
