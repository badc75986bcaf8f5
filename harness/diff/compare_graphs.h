// Identity of two graphs, and of two files by their graphs.
#pragma once

#include "harness/diff/dead_code.h"

namespace assay {

/// Equal numbers for equal sub-graphs of both files: identity of a sub-graph is what it computes, not its
/// name.
struct FileClasses {
  SubGraphClasses left, right;
};
FileClasses classify_sub_graphs(const GraphFile& left, const GraphFile& right, Level level);

/// Symbols by name and range and guards as a set (at `exact`), then nodes. `pairing`, which must be empty, is
/// complete and verified when kEqual, and holds verified live nodes when kUndecided.
Sameness compare_graphs(GraphPair& graphs, Pairing& pairing);
Sameness compare_graphs(const Graph& left, const Graph& right, const SubGraphClasses& left_classes,
                        const SubGraphClasses& right_classes, Level level);

/// Whether assumptions agree: guards as a set, symbols with their ranges; hints are not looked at.
bool same_assumptions(const Graph& left, const Graph& right);

}  // namespace assay
