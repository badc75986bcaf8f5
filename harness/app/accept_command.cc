// assay accept: makes pending proposals goldens, and adds further verified versions to matching goldens.
#include <iostream>
#include <set>

#include "harness/app/accepting.h"
#include "harness/check/golden_places.h"
#include "harness/check/pending_graphs.h"
#include "harness/error/error.h"
#include "harness/golden_store/golden_store.h"
#include "harness/results/results_folder.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

struct AcceptOptions {
  PendingSelection selection;
  std::vector<std::string> causes;
  bool all = false, replace_broken = false;
};

void check_options(const AcceptOptions& options) {
  if (options.all == (options.selection.narrows() || !options.causes.empty())) {
    throw InputError({.what = options.all ? "--all accepts everything and takes no selection"
                                          : "nothing says what to accept",
                      .where = "assay accept",
                      .expected = "--case, --method, --device, --cause, or --all alone",
                      .next = Command{"accept", {"--all"}}});
  }
  refuse_in_ci("assay accept");
}

struct Counts {
  std::size_t accepted = 0, verified = 0, refused = 0;
};

Counts accept_records(const Session& session, const AcceptOptions& options) {
  const Project project = session.find();
  const std::vector<Proposal> proposals = proposals_of(project, options.selection);
  Counts counts;
  counts.accepted =
      accept_proposals(proposals, options.replace_broken ? WhereBroken::kReplace : WhereBroken::kRefuse,
                       told_on_console(session))
          .size();
  counts.refused = proposals.size() - counts.accepted;
  counts.verified =
      verify_records(project, options.selection, [&](const PairId& pair, const fs::path& golden) {
        if (!session.quiet) std::cout << "verified " << golden.string() << ": " << pair_name(pair) << "\n";
      });
  return counts;
}

void tell_total(const Counts& counts) {
  std::cout << counts.accepted << (counts.accepted == 1 ? " golden" : " goldens") << " accepted";
  if (counts.verified > 0) std::cout << ", " << counts.verified << " verified with a further version";
  if (counts.refused > 0) std::cout << ", " << counts.refused << " refused";
  if (counts.accepted + counts.verified > 0) std::cout << "; next: git add and commit them alone";
  std::cout << "\n";
}

ExitStatus accept_by_cause(const Session& session, const AcceptOptions& options) {
  const Pending pending = judged(at_hand(session), options.selection);
  std::set<std::string> ids;
  for (const std::string& cause : options.causes) ids.insert(cause_named(pending, cause));
  const ByCause graphs = graphs_of(pending, ids);
  const std::size_t accepted =
      accept_proposals(proposals_of(graphs.whole), WhereBroken::kRefuse, told_on_console(session)).size();
  tell_total({.accepted = accepted, .refused = graphs.whole.size() - accepted});
  tell_remaining(graphs.rest, ids);
  return graphs.rest.empty() && accepted == graphs.whole.size() ? ExitStatus::kGreen : ExitStatus::kRed;
}

}  // namespace

void add_accept(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("accept", "Make pending graphs the goldens; refused if CI is set");
  command.footer("Example: assay accept --case seed/linear_relu --method make_fx");
  const auto options = std::make_shared<AcceptOptions>();
  options->selection.results = default_results();
  command.add_option("--case", options->selection.cases, "Case ids or globs").value("CASE");
  command.add_option("--method", options->selection.methods, "Method ids or globs").value("METHOD");
  command.add_option("--device", options->selection.devices, "cpu, cuda or all").value("DEVICE");
  Option causes = command
                      .add_option("--cause", options->causes,
                                  "Graphs with these causes and no other (assay review --list)")
                      .value("ID");
  command.add_flag("--all", options->all, "All pending graphs");
  command
      .add_flag("--replace-broken", options->replace_broken,
                "Also replace goldens that are cut off, edited or have conflict markers")
      .excludes(causes);
  command.add_option("--results", options->selection.results, "Results folder of the check").value("DIR");
  command.callback([options, &session] {
    check_options(*options);
    if (!options->causes.empty()) {
      session.status = accept_by_cause(session, *options);
      return;
    }
    const Counts counts = accept_records(session, *options);
    if (counts.accepted + counts.verified + counts.refused == 0) {
      throw InputError({.what = "nothing is pending there",
                        .where = options->selection.results,
                        .next = Command{"check", {"--results", options->selection.results}}});
    }
    tell_total(counts);
    session.status = counts.refused == 0 ? ExitStatus::kGreen : ExitStatus::kRed;
  });
}

}  // namespace assay
