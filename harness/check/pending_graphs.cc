// Pending graphs for accept and review.
#include "harness/check/pending_graphs.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "harness/check/check_plan.h"
#include "harness/check/full_diff.h"
#include "harness/check/golden_places.h"
#include "harness/error/error.h"
#include "harness/golden_store/golden_store.h"
#include "harness/results/results_folder.h"
#include "harness/words/glob.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/case_path.h"

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

std::vector<PairResult> selected_records(const Project& project, const PendingSelection& selection) {
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
  const GoldenPlaces places(project, selection.results);
  for (PairResult& record : records) record = places.placed(std::move(record));
  return records;
}

/// Only files of the results folder itself are read as proposals, and removed when rejected.
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

PolicyOf policies_of(const Project& project) {
  std::map<std::string, Policy> policies;
  if (project.exists)
    for (const Case& test : all_cases(project)) policies[test.id] = test.policy;
  return [policies](const PairId& pair) {
    const auto policy = policies.find(pair.case_id);
    return policy == policies.end() ? Policy{} : policy->second;
  };
}

std::vector<PairResult> pending_records(const Project& project, const PendingSelection& selection) {
  std::vector<PairResult> records = selected_records(project, selection);
  std::erase_if(records, [&](const PairResult& record) { return !is_there(selection, record.pending); });
  return records;
}

std::vector<Proposal> proposals_of(const Project& project, const PendingSelection& selection) {
  const GoldenPlaces places(project, selection.results);
  std::vector<Proposal> proposals;
  for (const PairResult& record : pending_records(project, selection)) {
    auto refusal = places.refusal(record.pair, record.golden_root);
    if (!refusal) refusal = refusal_of(record, selection.results);
    proposals.push_back(
        {record.pair, record.golden_root, fs::path(selection.results) / record.pending, std::move(refusal)});
  }
  return proposals;
}

std::vector<PairResult> unverified_records(const Project& project, const PendingSelection& selection) {
  std::vector<PairResult> records = selected_records(project, selection);
  std::erase_if(records, [&](const PairResult& record) {
    // An expected failure with a golden has the golden's graph. Otherwise it would be `differs`.
    return (record.verdict != Verdict::kMatch && record.verdict != Verdict::kExpectedFailure) ||
           !record.not_yet_verified || !is_there(selection, record.graph);
  });
  return records;
}

std::size_t verify_records(const Project& project, const PendingSelection& selection,
                           const std::function<void(const PairId&, const fs::path& golden)>& on_verified) {
  const PolicyOf policy_of = policies_of(project);
  const GoldenPlaces places(project, selection.results);
  std::size_t verified = 0;
  for (const PairResult& record : unverified_records(project, selection)) {
    if (places.refusal(record.pair, record.golden_root)) continue;
    const auto golden =
        GoldenStore(record.golden_root)
            .verify(record.pair, fs::path(selection.results) / record.graph, policy_of(record.pair));
    if (!golden) continue;
    ++verified;
    on_verified(record.pair, *golden);
  }
  return verified;
}

Pending judged(const ProjectAtHand& at_hand, const PendingSelection& selection) {
  const Project& project = at_hand.project;
  const PolicyOf policy_of = policies_of(project);
  const auto see_nodes = [&](const PairId& pair, const fs::path& golden, const fs::path& captured) {
    const bool is_named = project.exists && lies_in(golden, project.golden());
    return at_hand
        .typed(full_diff({.pair = pair,
                          .selector = is_named ? pair.case_id : "",
                          .project = project,
                          .golden = golden,
                          .captured = captured,
                          .policy = policy_of(pair),
                          .python_path = at_hand.python_path}))
        .text();
  };
  Pending pending =
      read_pending(selection.results, pending_records(project, selection), policy_of, see_nodes);
  const GoldenPlaces places(project, selection.results);
  for (PendingGraph& graph : pending.graphs)
    if (auto refusal = places.refusal(graph.pair, graph.root)) graph.refused = std::move(refusal);
  return pending;
}

}  // namespace assay
