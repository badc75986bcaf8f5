// assay review: the pending graphs, cause by cause.
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/app/accepting.h"
#include "harness/error/error.h"
#include "harness/golden_store/golden_store.h"
#include "harness/words/quantity.h"
#include "reports/diff_text/print_diff.h"
#include "reports/pending_text/print_pending.h"

namespace assay {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct ReviewOptions {
  PendingSelection selection;
  std::vector<std::string> reject;
  bool list = false, json = false;
};

ExitStatus list(const Session& session, const Pending& pending, const ReviewOptions& options) {
  if (options.json) {
    std::cout << print_pending_json(pending) << "\n";
  } else {
    for (const Cause& cause : pending.causes) std::cout << print_cause(cause);
    for (const PendingGraph& graph : pending.graphs)
      if (graph.refused) std::cout << one_line(graph.pair, *graph.refused) << "\n";
    std::cout << counted(pending.causes.size(), "cause") << " in "
              << counted(pending.graphs.size(), "pending graph");
    if (!pending.causes.empty())
      std::cout << "; next: "
                << in_project(session, Command{.verb = "accept",
                                               .arguments = {"--cause", pending.causes[0].id, "--results",
                                                             options.selection.results}})
                       .text();
    std::cout << "\n";
  }
  return pending.graphs.empty() ? ExitStatus::kGreen : ExitStatus::kRed;
}

std::vector<const PendingGraph*> touched_by(const Pending& pending, const std::set<std::string>& causes) {
  ByCause graphs = graphs_of(pending, causes);
  graphs.whole.insert(graphs.whole.end(), graphs.rest.begin(), graphs.rest.end());
  return std::move(graphs.whole);
}

/// Removes proposals. The goldens stay, and the next check proposes the graphs again.
void reject_graphs(const std::vector<const PendingGraph*>& graphs) {
  for (const PendingGraph* graph : graphs) {
    fs::remove(graph->file);
    std::cout << "rejected " << to_string(graph->pair) << "\n";
  }
}

std::set<PairId> pairs_of(const std::vector<const PendingGraph*>& graphs) {
  std::set<PairId> pairs;
  for (const PendingGraph* graph : graphs) pairs.insert(graph->pair);
  return pairs;
}

enum class Answer : std::uint8_t { kAccept, kReject, kSkip, kQuit };

/// Decides by the first letter of a line. The end of input means `quit`.
Answer ask() {
  for (std::string line;;) {
    std::cout << "[a]ccept for all graphs it touches, [r]eject, [s]kip, [q]uit? " << std::flush;
    if (!std::getline(std::cin, line)) return Answer::kQuit;
    if (line == "a") return Answer::kAccept;
    if (line == "r") return Answer::kReject;
    if (line == "s") return Answer::kSkip;
    if (line == "q") return Answer::kQuit;
  }
}

/// Applies each answer at once, so that quitting loses nothing.
class Review {
 public:
  Review(const Session& session, Pending pending) : session_(session), pending_(std::move(pending)) {}

  ExitStatus run() {
    for (const Cause* cause = next(); cause != nullptr; cause = next()) {
      show(*cause);
      const Answer answer = ask();
      if (answer == Answer::kQuit) break;
      settle(cause->id, answer);
    }
    std::cout << "\n"
              << counted(done_, "golden") << " accepted, " << counted(rejected_, "graph") << " rejected, "
              << counted(pending_.graphs.size(), "graph") << " still pending\n";
    return pending_.graphs.empty() && rejected_ == 0 ? ExitStatus::kGreen : ExitStatus::kRed;
  }

 private:
  const Cause* next() const {
    for (const Cause& cause : pending_.causes)
      if (!answered_.contains(cause.id)) return &cause;
    return nullptr;
  }

  /// Shows the cause, with a graph as example.
  void show(const Cause& cause) const {
    std::cout << "\n" << print_cause(cause);
    const PendingGraph& example = *touched_by(pending_, {cause.id}).front();
    std::cout << "\n" << to_string(example.pair) << "\n";
    if (example.diff) std::cout << print_diff(*example.diff, kExplainedEntries);
    std::cout << example.explanation;
  }

  void settle(const std::string& id, Answer answer) {
    answered_.insert(id);
    std::set<PairId> settled;
    if (answer == Answer::kReject) {
      const std::vector<const PendingGraph*> graphs = touched_by(pending_, {id});
      reject_graphs(graphs);
      settled = pairs_of(graphs);
      rejected_ += settled.size();
    } else if (answer == Answer::kAccept) {
      accepted_.insert(id);
      const ByCause graphs = graphs_of(pending_, accepted_);
      settled = accept_proposals(proposals_of(graphs.whole), WhereBroken::kRefuse, told_on_console(session_));
      done_ += settled.size();
      tell_remaining(graphs.rest, accepted_);
    }
    pending_ = without(std::move(pending_), settled);
  }

  const Session& session_;
  Pending pending_;
  std::set<std::string> answered_, accepted_;
  std::size_t done_ = 0, rejected_ = 0;
};

ExitStatus review(const Session& session, const ReviewOptions& options) {
  refuse_in_ci("assay review");
  if (options.json && !options.list)
    throw InputError({.what = "--json is the form of a list",
                      .where = "assay review",
                      .next = Command{"review", {"--list", "--json"}}});
  if (!options.reject.empty()) {
    const Pending pending = judged(at_hand(session), options.selection);
    std::set<std::string> ids;
    for (const std::string& cause : options.reject) ids.insert(cause_named(pending, cause));
    const std::vector<const PendingGraph*> graphs = touched_by(pending, ids);
    reject_graphs(graphs);
    std::cout << counted(graphs.size(), "graph") << " rejected\n";
    return ExitStatus::kRed;
  }
  if (options.list) return list(session, judged(at_hand(session), options.selection), options);
  return Review(session, judged(at_hand(session), options.selection)).run();
}

}  // namespace

void add_review(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand(
      "review", "Accept, reject or skip pending graphs, cause by cause; refused if CI is set");
  command.footer("Example: assay review --list --json");
  const auto options = std::make_shared<ReviewOptions>();
  options->selection.results = default_results();
  command.add_option("--case", options->selection.cases, "Case ids or globs").value("CASE");
  command.add_option("--method", options->selection.methods, "Method ids or globs").value("METHOD");
  command.add_option("--device", options->selection.devices, "cpu, cuda or all").value("DEVICE");
  Option list = command.add_flag("--list", options->list, "List pending graphs and ask nothing");
  command.add_flag("--json", options->json, "Print the list as JSON");
  command
      .add_option("--reject", options->reject, "Remove the pending graphs with these causes and ask nothing")
      .value("ID")
      .excludes(list);
  command.add_option("--results", options->selection.results, "Results folder of the check").value("DIR");
  command.callback([options, &session] { session.status = review(session, *options); });
}

}  // namespace assay
