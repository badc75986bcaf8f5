// Accepting and reviewing: a line for each pair.
#include "harness/app/accepting.h"

#include <iostream>

#include "harness/error/error.h"

namespace assay {

void refuse_in_ci(const std::string& where) {
  const std::string ci = variable("CI");
  if (ci.empty()) return;
  throw InputError({"goldens are accepted by people, never in CI", where, "the environment without CI",
                    "CI=" + ci, "review and accept on your own machine, then commit golden/"});
}

ProjectAtHand at_hand(const Session& session) {
  return {.project = session.find(),
          .python_path = variable("PYTHONPATH"),
          .typed = [&session](ShellLine line) { return on_worker(session, std::move(line)); }};
}

AcceptWatcher told_on_console(const Session& session) {
  return {.accepted =
              [&session](const PairId& pair, const std::filesystem::path& golden) {
                if (!session.quiet)
                  std::cout << "accepted " << golden.string() << ": " << pair_name(pair) << "\n";
              },
          .refused =
              [&session](const PairId& pair, Refusal refusal) {
                refusal.next = in_project(session, std::move(refusal.next));
                std::cout << one_line(pair, refusal) << "\n";
              }};
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
