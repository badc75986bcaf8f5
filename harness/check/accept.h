// accept_proposals: makes proposals goldens, each on its own.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "harness/check/pending.h"
#include "harness/golden_store/golden_store.h"

namespace assay {

/// A graph that somebody proposes as a golden.
struct Proposal {
  PairId pair;
  std::filesystem::path root;           ///< its golden/ folder
  std::filesystem::path file;           ///< the graph
  std::optional<Refusal> refused = {};  ///< why it cannot be accepted
};

std::vector<Proposal> proposals_of(const std::vector<const PendingGraph*>& graphs);

/// Called for each proposal as soon as it is accepted or refused.
struct AcceptWatcher {
  std::function<void(const PairId& pair, const std::filesystem::path& golden)> accepted;
  std::function<void(const PairId& pair, const Refusal& refusal)> refused;
};

/// Returns the accepted pairs. An unusable proposal or golden is refused, and the rest continue.
std::set<PairId> accept_proposals(const std::vector<Proposal>& proposals, WhereBroken broken,
                                  const AcceptWatcher& watcher);

}  // namespace assay
