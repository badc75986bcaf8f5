// accept_proposals: refused by a rule, by the store, or accepted.
#include "harness/check/accept.h"

#include "harness/error/error.h"

namespace assay {
namespace {

Refusal refusal_by(const ErrorParts& parts) {
  const std::string found = parts.found.empty() ? "" : ": " + parts.found;
  return {parts.where + ": " + parts.what + found, parts.next};
}

}  // namespace

std::vector<Proposal> proposals_of(const std::vector<const PendingGraph*>& graphs) {
  std::vector<Proposal> proposals;
  for (const PendingGraph* graph : graphs)
    proposals.push_back({graph->pair, graph->root, graph->file, graph->refused});
  return proposals;
}

std::set<PairId> accept_proposals(const std::vector<Proposal>& proposals, WhereBroken broken,
                                  const AcceptWatcher& watcher) {
  std::set<PairId> accepted;
  for (const Proposal& proposal : proposals) {
    if (proposal.refused) {
      watcher.refused(proposal.pair, *proposal.refused);
      continue;
    }
    try {
      const std::filesystem::path golden =
          GoldenStore(proposal.root).accept(proposal.pair, proposal.file, broken);
      accepted.insert(proposal.pair);
      watcher.accepted(proposal.pair, golden);
    } catch (const InputError& error) {
      watcher.refused(proposal.pair, refusal_by(error.parts()));
    }
  }
  return accepted;
}

}  // namespace assay
