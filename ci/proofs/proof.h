// prove: whether a run of the zoo gave every cell of the declared table.
//
// A cell is proven when the run has a record of its pair with the declared outcome, and for a failure with
// the declared exception and part of the message. `captured` is proven by a replay that agrees with eager and
// by nothing less. What methods declare to express is proven on the graphs themselves. Of a
// feature's twin every pair has a replay that agrees, whatever its case declares. Goldens are not asked.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "harness/error/error.h"
#include "harness/graph/graph.h"
#include "harness/methods/capability.h"
#include "harness/results/pair_result.h"

namespace assay {

/// What a run left. `graph` reads the capture of a record that has one.
struct Evidence {
  std::vector<PairResult> records;
  std::function<GraphFile(const PairResult&)> graph;
};

struct ProofReport {
  std::size_t features = 0, cells = 0, proven = 0;
  std::map<Outcome, std::size_t> outcomes;  ///< of the proven cells
  std::vector<ErrorParts> breaches;         ///< what, where, expected, found, next; empty when all is proven
};

ProofReport prove(const std::vector<Feature>& features, const std::vector<Case>& cases,
                  const Evidence& evidence);

}  // namespace assay
