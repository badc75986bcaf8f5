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
  return wanted.empty() || std::ranges::find(wanted, name) != wanted.end();
}

std::vector<PairResult> selected_records(const PendingSelection& selection) {
  select_methods(selection.methods);
  for (const std::string& device : selection.devices) devices_from(device);
  std::vector<PairResult> records = read_records(selection.results);
  std::erase_if(records, [&](const PairResult& record) {
    return !chosen(selection.cases, record.pair.case_id) ||
           !chosen(selection.methods, to_string(record.pair.method)) ||
           !chosen(selection.devices, to_string(record.pair.device));
  });
  return records;
}

bool is_there(const PendingSelection& selection, const fs::path& file) {
  return !file.empty() && fs::exists(fs::path(selection.results) / file);
}

}  // namespace

PolicyOf policies_of(const Session& session) {
  std::map<std::string, Policy> policies;
  for (const Case& test : all_cases(session.find())) policies[test.id] = test.policy;
  return [policies](const PairId& pair) {
    const auto policy = policies.find(pair.case_id);
    return policy == policies.end() ? Policy{} : policy->second;
  };
}

std::vector<PairResult> pending_records(const PendingSelection& selection) {
  std::vector<PairResult> records = selected_records(selection);
  std::erase_if(records, [&](const PairResult& record) { return !is_there(selection, record.pending); });
  return records;
}

std::vector<PairResult> unverified_records(const PendingSelection& selection) {
  std::vector<PairResult> records = selected_records(selection);
  std::erase_if(records, [&](const PairResult& record) {
    // A failure that is expected is one whose graph is the golden's, if it has one: else it would be
    // `differs`.
    return (record.verdict != Verdict::kMatch && record.verdict != Verdict::kExpectedFailure) ||
           !record.not_yet_verified || !is_there(selection, record.graph);
  });
  return records;
}

std::size_t verify_records(const Session& session, const PendingSelection& selection) {
  const PolicyOf policy_of = policies_of(session);
  std::size_t verified = 0;
  for (const PairResult& record : unverified_records(selection)) {
    const auto golden =
        GoldenStore(record.golden_root)
            .verify(record.pair, fs::path(selection.results) / record.graph, policy_of(record.pair));
    if (!golden) continue;
    ++verified;
    if (!session.quiet) std::cout << "verified " << golden->string() << "\n";
  }
  return verified;
}

Pending judged(const Session& session, const PendingSelection& selection) {
  return read_pending(selection.results, pending_records(selection), policies_of(session));
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
