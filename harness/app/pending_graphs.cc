// Pending graphs for accept and review.
#include "harness/app/pending_graphs.h"

#include <algorithm>
#include <iostream>
#include <map>

#include "harness/golden_store/golden_store.h"
#include "harness/results/results_folder.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

bool chosen(const std::vector<std::string>& wanted, std::string_view name) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

}  // namespace

std::vector<PairResult> pending_records(const PendingSelection& selection) {
  select_methods(selection.methods);
  for (const std::string& device : selection.devices) devices_from(device);
  std::vector<PairResult> pending;
  for (PairResult& record : read_records(selection.results)) {
    const bool wanted = chosen(selection.cases, record.pair.case_id) &&
                        chosen(selection.methods, to_string(record.pair.method)) &&
                        chosen(selection.devices, to_string(record.pair.device));
    if (wanted && !record.pending.empty() && fs::exists(fs::path(selection.results) / record.pending))
      pending.push_back(std::move(record));
  }
  return pending;
}

Pending judged(const Session& session, const PendingSelection& selection) {
  const std::vector<PairResult> records = pending_records(selection);
  std::map<std::string, Policy> policies;
  for (const Case& test : all_cases(session.find())) policies[test.id] = test.policy;
  return read_pending(selection.results, records, [&](const PairId& pair) {
    const auto policy = policies.find(pair.case_id);
    return policy == policies.end() ? Policy{} : policy->second;
  });
}

std::set<PairId> accept_graphs(const Session& session, const std::vector<const PendingGraph*>& graphs) {
  std::set<PairId> accepted;
  for (const PendingGraph* graph : graphs) {
    if (graph->refused) {
      std::cout << one_line(graph->pair, *graph->refused) << "\n";
      continue;
    }
    accepted.insert(graph->pair);
    const fs::path golden = GoldenStore(graph->root).accept(graph->pair, graph->file);
    if (!session.quiet) std::cout << "accepted " << golden.string() << "\n";
  }
  return accepted;
}

void tell_remaining(const std::vector<const PendingGraph*>& graphs, const std::set<std::string>& accepted) {
  for (const PendingGraph* graph : graphs) {
    std::string others;
    for (const std::string& id : graph->causes)
      if (!accepted.contains(id)) others += (others.empty() ? "" : ", ") + id;
    std::cout << "remains  " << to_string(graph->pair) << ": also " << others << "\n";
  }
}

}  // namespace assay
