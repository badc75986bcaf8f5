// Pending graphs: the differences of a run that need a decision, by graph and by cause.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/check/acceptable.h"
#include "harness/diff/diff.h"
#include "harness/diff/policy.h"
#include "harness/golden_store/golden_store.h"
#include "harness/results/causes.h"

namespace assay {

struct PendingGraph {
  PairId pair;
  std::filesystem::path root;           ///< its golden/ folder
  std::filesystem::path file;           ///< the proposal
  std::filesystem::path golden;         ///< the golden it was compared with, or becomes
  std::set<std::string> causes;         ///< ids; never empty
  std::optional<DiffResult> diff;       ///< nothing for a new graph
  std::string explanation;              ///< why it is new, or the command that shows the nodes of a summary
  std::optional<Refusal> refused = {};  ///< why it cannot be accepted
};

struct Pending {
  std::vector<PendingGraph> graphs;  ///< in order of pair
  std::vector<Cause> causes;         ///< in the order of fold_causes
};

/// The causes of a difference, or that the capture is new. Empty for a match.
std::vector<CauseSeen> causes_of(const PairId& pair, const GoldenStore::Judgement& judgement);

using PolicyOf = std::function<Policy(const PairId&)>;
/// The command for the node-by-node difference between `captured` and a summary `golden`.
using SeeNodes = std::function<std::string(const PairId&, const std::filesystem::path& golden,
                                           const std::filesystem::path& captured)>;

/// Compares every proposal under the results folder with the current goldens. Proposals accepted or rejected
/// since the run are left out.
Pending read_pending(const std::filesystem::path& results_folder, const std::vector<PairResult>& records,
                     const PolicyOf& policy_of, const SeeNodes& see_nodes);

/// `pending` without the pairs of `settled`.
Pending without(Pending pending, const std::set<PairId>& settled);

/// The cause id equal to `text`, or the only id that begins with it. InputError for an unknown id (with the
/// nearest ids) and for an ambiguous beginning (with two candidates).
std::string cause_named(const Pending& pending, const std::string& text);

struct ByCause {
  std::vector<const PendingGraph*> whole;  ///< all of their causes are given
  std::vector<const PendingGraph*> rest;   ///< some of their causes are given
};
ByCause graphs_of(const Pending& pending, const std::set<std::string>& causes);

}  // namespace assay
