// breaks_of: the graph breaks of a file, as data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/graph/graph.h"
#include "harness/words/enumerators.h"

namespace assay {

/// The side of its graph that a break is on.
enum class BreakSide : std::uint8_t {
  kAfter,  ///< the graph ends in the break
  kBefore  ///< Python ran before the graph and gave no graph; the reason is unknown
};
inline constexpr auto kBreakSideNames = enumerators<BreakSide>({"after", "before"});
inline std::string_view to_string(BreakSide side) { return kBreakSideNames[side]; }

struct BreakPlace {
  std::string graph;  ///< "forward_1"
  BreakSide side = BreakSide::kAfter;
  std::string reason, source;  ///< as in GraphBreak; empty before a graph
  friend bool operator==(const BreakPlace&, const BreakPlace&) = default;
};

/// In the order of the graphs. Sub-graphs have no breaks.
std::vector<BreakPlace> breaks_of(const GraphFile& file);

/// A line: "after forward at lstm.py:14: call of a skipped function"; "before forward: Python ran there".
std::string to_string(const BreakPlace& place);
/// "2 graph breaks (after forward at ..)", with the first. Empty for none.
std::string told(const std::vector<BreakPlace>& breaks);

}  // namespace assay
