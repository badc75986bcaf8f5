// assay accept: makes pending proposals the goldens; what matches on a further version is added to its
// golden's list.
#include <iostream>

#include "harness/app/pending_graphs.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/error.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

struct AcceptOptions {
  PendingSelection selection;
  std::vector<std::string> causes;
  bool all = false;
};

void check_options(const AcceptOptions& options) {
  if (options.all == (options.selection.narrows() || !options.causes.empty())) {
    throw InputError({.what = options.all ? "--all accepts everything and takes no selection"
                                          : "nothing says what to accept",
                      .where = "assay accept",
                      .expected = "--case, --method, --device, --cause, or --all alone",
                      .next = "assay accept --all"});
  }
  refuse_in_ci("assay accept");
}

std::size_t accept_records(const Session& session, const AcceptOptions& options) {
  const std::vector<PairResult> pending = pending_records(options.selection);
  for (const PairResult& record : pending) {
    const fs::path golden = GoldenStore(record.golden_root)
                                .accept(record.pair, fs::path(options.selection.results) / record.pending);
    if (!session.quiet) std::cout << "accepted " << golden.string() << "\n";
  }
  return pending.size();
}

void tell_total(std::size_t accepted, std::size_t verified) {
  std::cout << accepted << (accepted == 1 ? " golden" : " goldens") << " accepted";
  if (verified > 0) std::cout << ", " << verified << " verified with a further version";
  std::cout << "; next: git add and commit them alone\n";
}

ExitStatus accept_by_cause(const Session& session, const AcceptOptions& options) {
  const Pending pending = judged(session, options.selection);
  std::set<std::string> ids;
  for (const std::string& cause : options.causes) ids.insert(cause_named(pending, cause));
  const ByCause graphs = graphs_of(pending, ids);
  tell_total(accept_graphs(session, graphs.whole), 0);
  tell_remaining(graphs.rest, ids);
  return graphs.rest.empty() ? ExitStatus::kGreen : ExitStatus::kRed;
}

}  // namespace

void add_accept(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("accept", "Makes pending graphs the goldens; never with CI set");
  command->footer("Example: assay accept --case seed/mlp --method make_fx");
  const auto options = std::make_shared<AcceptOptions>();
  options->selection.results = default_results();
  command->add_option("--case", options->selection.cases, "Case ids");
  command->add_option("--method", options->selection.methods, "Method ids");
  command->add_option("--device", options->selection.devices, "cpu or cuda");
  command->add_option("--cause", options->causes,
                      "Causes (assay review --list): the graphs that have no other cause");
  command->add_flag("--all", options->all, "Everything pending");
  command->add_option("--results", options->selection.results, "Results folder of the check");
  command->callback([options, &session] {
    check_options(*options);
    if (!options->causes.empty()) {
      session.status = accept_by_cause(session, *options);
      return;
    }
    const std::size_t accepted = accept_records(session, *options);
    const std::size_t verified = verify_records(session, options->selection);
    if (accepted + verified == 0) {
      throw InputError({.what = "nothing is pending there",
                        .where = options->selection.results,
                        .next = "assay check --results " + options->selection.results});
    }
    tell_total(accepted, verified);
    session.status = ExitStatus::kGreen;
  });
}

}  // namespace assay
