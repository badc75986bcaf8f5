// accept_proposals: proposals become goldens, one by one.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "harness/check/pending.h"
#include "harness/golden_store/golden_store.h"

namespace assay {

/// A graph that somebody wants as a golden.
struct Proposal {
  PairId pair;
  std::filesystem::path root;           ///< the golden/ folder it goes into
  std::filesystem::path file;           ///< the graph
  std::optional<Refusal> refused = {};  ///< why it may not
};

std::vector<Proposal> proposals_of(const std::vector<const PendingGraph*>& graphs);

/// Who is told of each proposal as soon as it is settled.
struct AcceptWatcher {
  std::function<void(const PairId& pair, const std::filesystem::path& golden)> accepted;
  std::function<void(const PairId& pair, const Refusal& refusal)> refused;
};

/// The pairs that were accepted. A proposal, or a golden, that is not as it should be is refused, and the
/// others go on.
std::set<PairId> accept_proposals(const std::vector<Proposal>& proposals, WhereBroken broken,
                                  const AcceptWatcher& watcher);

}  // namespace assay
