// assay accept: makes pending proposals the goldens; what matches on a further version is added to its
// golden's list.
#include <iostream>
#include <optional>
#include <set>

#include "harness/app/golden_places.h"
#include "harness/app/in_ci.h"
#include "harness/app/pending_graphs.h"
#include "harness/error/error.h"
#include "harness/golden_store/golden_store.h"
#include "harness/results/results_folder.h"
#include "harness/words/shell_command.h"

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
                      .next = "assay accept --all"});
  }
  refuse_in_ci("assay accept");
}

struct Counts {
  std::size_t accepted = 0, verified = 0, refused = 0;
};

/// Nothing for a proposal, or a golden, that is not as it should be: said, and the others go on.
std::optional<fs::path> accepted_golden(const PairResult& record, const AcceptOptions& options) {
  try {
    return GoldenStore(record.golden_root)
        .accept(record.pair, fs::path(options.selection.results) / record.pending,
                options.replace_broken ? WhereBroken::kReplace : WhereBroken::kRefuse);
  } catch (const InputError& error) {
    const ErrorParts& parts = error.parts();
    const std::string found = parts.found.empty() ? "" : ": " + parts.found;
    std::cout << one_line(record.pair, {parts.where + ": " + parts.what + found, parts.next}) << "\n";
    return std::nullopt;
  }
}

Counts accept_records(const Session& session, const AcceptOptions& options) {
  Counts counts;
  const GoldenPlaces places(session, options.selection.results);
  for (const PairResult& record : pending_records(session, options.selection)) {
    auto refusal = places.refusal(record.pair, record.golden_root);
    if (!refusal) refusal = refusal_of(record, options.selection.results);
    if (refusal) {
      ++counts.refused;
      std::cout << one_line(record.pair, *refusal) << "\n";
      continue;
    }
    const auto golden = accepted_golden(record, options);
    if (!golden) {
      ++counts.refused;
      continue;
    }
    ++counts.accepted;
    if (!session.quiet)
      std::cout << "accepted " << golden->string() << ": " << pair_name(record.pair) << "\n";
  }
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
  const Pending pending = judged(session, options.selection);
  std::set<std::string> ids;
  for (const std::string& cause : options.causes) ids.insert(cause_named(pending, cause));
  const ByCause graphs = graphs_of(pending, ids);
  const std::size_t accepted = accept_graphs(session, graphs.whole).size();
  tell_total({.accepted = accepted, .refused = graphs.whole.size() - accepted});
  tell_remaining(graphs.rest, ids);
  return graphs.rest.empty() && accepted == graphs.whole.size() ? ExitStatus::kGreen : ExitStatus::kRed;
}

}  // namespace

void add_accept(Command app, Session& session) {
  Command command = app.add_subcommand("accept", "Make pending graphs the goldens; refused when CI is set");
  command.footer("Example: assay accept --case seed/linear_relu --method make_fx");
  const auto options = std::make_shared<AcceptOptions>();
  options->selection.results = default_results();
  command.add_option("--case", options->selection.cases, "Case ids or globs");
  command.add_option("--method", options->selection.methods, "Method ids or globs");
  command.add_option("--device", options->selection.devices, "cpu, cuda or all");
  Option causes = command.add_option("--cause", options->causes,
                                     "Causes (assay review --list): only graphs that have no other");
  command.add_flag("--all", options->all, "Everything pending");
  command
      .add_flag("--replace-broken", options->replace_broken,
                "Also replace goldens that have conflict markers, are cut off or were edited by hand")
      .excludes(causes);
  command.add_option("--results", options->selection.results, "Results folder of the check");
  command.callback([options, &session] {
    check_options(*options);
    if (!options->causes.empty()) {
      session.status = accept_by_cause(session, *options);
      return;
    }
    Counts counts = accept_records(session, *options);
    counts.verified = verify_records(session, options->selection);
    if (counts.accepted + counts.verified + counts.refused == 0) {
      throw InputError({.what = "nothing is pending there",
                        .where = options->selection.results,
                        .next = shell_command("assay check --results {}", options->selection.results)});
    }
    tell_total(counts);
    session.status = counts.refused == 0 ? ExitStatus::kGreen : ExitStatus::kRed;
  });
}

}  // namespace assay
