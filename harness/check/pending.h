// Pending graphs: what a run left for a person to decide, by graph and by cause.
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
  std::filesystem::path root;           ///< the golden/ folder it would be accepted into
  std::filesystem::path file;           ///< the proposal
  std::filesystem::path golden;         ///< the golden it was judged against, or is to become
  std::set<std::string> causes;         ///< ids; never empty
  std::optional<DiffResult> diff;       ///< nothing for one that is new
  std::string explanation;              ///< why it is new, or how to see the nodes of a summary
  std::optional<Refusal> refused = {};  ///< why it cannot be accepted
};

struct Pending {
  std::vector<PendingGraph> graphs;  ///< in order of pair
  std::vector<Cause> causes;         ///< as fold_causes orders them
};

/// Why a capture does not match: the causes of the difference, or that it is new; none of one that does.
std::vector<CauseSeen> causes_of(const PairId& pair, const GoldenStore::Judgement& judgement);

using PolicyOf = std::function<Policy(const PairId&)>;
/// The command that shows every node of `captured` beside the graph that a summary, `golden`, was made of.
using SeeNodes = std::function<std::string(const PairId&, const std::filesystem::path& golden,
                                           const std::filesystem::path& captured)>;

/// Judges every proposal under `records`' results folder against the goldens as they are now: what has been
/// accepted since matches and is no longer pending, what has been rejected is gone.
Pending read_pending(const std::filesystem::path& results_folder, const std::vector<PairResult>& records,
                     const PolicyOf& policy_of, const SeeNodes& see_nodes);

/// What is left when `settled` have been accepted or rejected.
Pending without(Pending pending, const std::set<PairId>& settled);

/// The id that `text` names, whole or by a beginning that no other id has. InputError with the nearest ids
/// when there is none, and with both when there are several.
std::string cause_named(const Pending& pending, const std::string& text);

struct ByCause {
  std::vector<const PendingGraph*> whole;  ///< every cause of theirs is among the given
  std::vector<const PendingGraph*> rest;   ///< touched by one of the given, and by others
};
ByCause graphs_of(const Pending& pending, const std::set<std::string>& causes);

}  // namespace assay
