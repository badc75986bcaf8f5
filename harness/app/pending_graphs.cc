// Pending graphs for accept and review.
#include "harness/app/pending_graphs.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>

#include "harness/app/golden_places.h"
#include "harness/check/full_diff.h"
#include "harness/error/error.h"
#include "harness/golden_store/golden_store.h"
#include "harness/results/results_folder.h"
#include "harness/spec/case_path.h"
#include "harness/words/glob.h"
#include "harness/words/shell_command.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

bool chosen(const std::vector<std::string>& selectors, std::string_view name) {
  return selectors.empty() || std::ranges::any_of(selectors, [name](const std::string& selector) {
           return selects(selector, name);
         });
}

std::vector<Device> devices_of(const std::vector<std::string>& texts) {
  if (texts.empty()) return devices_from("all");
  std::vector<Device> devices;
  for (const std::string& text : texts) std::ranges::copy(devices_from(text), std::back_inserter(devices));
  return devices;
}

std::vector<PairResult> selected_records(const Session& session, const PendingSelection& selection) {
  const std::vector<MethodId> methods = select_methods(selection.methods);
  const std::vector<Device> devices = devices_of(selection.devices);
  const auto is_in = [](const auto& all, const auto& one) {
    return std::ranges::find(all, one) != all.end();
  };
  std::vector<PairResult> records = read_records(selection.results);
  std::erase_if(records, [&](const PairResult& record) {
    return !chosen(selection.cases, record.pair.case_id) || !is_in(methods, record.pair.method) ||
           !is_in(devices, record.pair.device);
  });
  const GoldenPlaces places(session, selection.results);
  for (PairResult& record : records) record = places.placed(std::move(record));
  return records;
}

/// What is read as a proposal, and removed when it is rejected, is the results folder's own.
bool is_there(const PendingSelection& selection, const fs::path& below) {
  const fs::path file = selection.results / below;
  if (below.empty() || !fs::exists(fs::symlink_status(file))) return false;
  if (!lies_in(file, selection.results))
    throw InputError({.what = "a link that leads out of the results folder",
                      .where = file.string(),
                      .expected = "a file of its own",
                      .found = fs::weakly_canonical(file).string(),
                      .next = shell_command("ls -l {}", file.parent_path())});
  return true;
}

}  // namespace

PolicyOf policies_of(const Session& session) {
  std::map<std::string, Policy> policies;
  if (const Project project = session.find(); project.exists)
    for (const Case& test : all_cases(project)) policies[test.id] = test.policy;
  return [policies](const PairId& pair) {
    const auto policy = policies.find(pair.case_id);
    return policy == policies.end() ? Policy{} : policy->second;
  };
}

std::vector<PairResult> pending_records(const Session& session, const PendingSelection& selection) {
  std::vector<PairResult> records = selected_records(session, selection);
  std::erase_if(records, [&](const PairResult& record) { return !is_there(selection, record.pending); });
  return records;
}

std::vector<PairResult> unverified_records(const Session& session, const PendingSelection& selection) {
  std::vector<PairResult> records = selected_records(session, selection);
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
  const GoldenPlaces places(session, selection.results);
  std::size_t verified = 0;
  for (const PairResult& record : unverified_records(session, selection)) {
    if (places.refusal(record.pair, record.golden_root)) continue;
    const auto golden =
        GoldenStore(record.golden_root)
            .verify(record.pair, fs::path(selection.results) / record.graph, policy_of(record.pair));
    if (!golden) continue;
    ++verified;
    if (!session.quiet)
      std::cout << "verified " << golden->string() << ": " << pair_name(record.pair) << "\n";
  }
  return verified;
}

Pending judged(const Session& session, const PendingSelection& selection) {
  const PolicyOf policy_of = policies_of(session);
  const Project project = session.find();
  const auto see_nodes = [&](const PairId& pair, const fs::path& golden, const fs::path& captured) {
    const bool is_named = project.exists && lies_in(golden, project.golden());
    return on_worker(session, full_diff_command({.pair = pair,
                                                 .selector = is_named ? pair.case_id : "",
                                                 .project = project,
                                                 .golden = golden,
                                                 .captured = captured,
                                                 .policy = policy_of(pair),
                                                 .python_path = variable("PYTHONPATH")}));
  };
  Pending pending =
      read_pending(selection.results, pending_records(session, selection), policy_of, see_nodes);
  const GoldenPlaces places(session, selection.results);
  for (PendingGraph& graph : pending.graphs)
    if (auto refusal = places.refusal(graph.pair, graph.root)) graph.refused = std::move(refusal);
  return pending;
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
