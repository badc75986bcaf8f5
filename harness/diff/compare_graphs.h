// Identity of two graphs, and of two files graph by graph.
#pragma once

#include "harness/diff/dead_code.h"

namespace assay {

/// Equal numbers for equal sub-graphs of both files. A sub-graph is identified by its computation, not by its
/// name.
struct FileClasses {
  SubGraphClasses left, right;
};
FileClasses classify_sub_graphs(const GraphFile& left, const GraphFile& right, Level level);

/// Compares symbols with their ranges and guards as a set (both at `exact`), then nodes. `pairing` must be
/// empty. It is complete and verified after kEqual, and holds the verified live nodes after kUndecided.
Sameness compare_graphs(GraphPair& graphs, Pairing& pairing);
Sameness compare_graphs(const Graph& left, const Graph& right, const SubGraphClasses& left_classes,
                        const SubGraphClasses& right_classes, Level level);

/// Whether guards (as a set) and symbols with their ranges agree. Ignores hints of symbols.
bool same_assumptions(const Graph& left, const Graph& right);

}  // namespace assay
