// assay accept: makes pending proposals the goldens.
#include <algorithm>
#include <iostream>

#include "harness/app/session.h"
#include "harness/golden_store/golden_store.h"
#include "harness/graph/error.h"
#include "harness/results/results_folder.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

struct AcceptOptions {
  std::vector<std::string> cases, methods, devices;
  std::string results;
  bool all = false;
};

bool chosen(const std::vector<std::string>& wanted, std::string_view name) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

std::vector<PairResult> pending_records(const AcceptOptions& options) {
  std::vector<PairResult> pending;
  for (PairResult& record : read_records(options.results)) {
    const bool wanted = chosen(options.cases, record.pair.case_id) &&
                        chosen(options.methods, to_string(record.pair.method)) &&
                        chosen(options.devices, to_string(record.pair.device));
    if (wanted && !record.pending.empty()) pending.push_back(std::move(record));
  }
  return pending;
}

void check_options(const AcceptOptions& options) {
  const bool selects = !options.cases.empty() || !options.methods.empty() || !options.devices.empty();
  if (options.all == selects) {
    throw InputError({.what = options.all ? "--all accepts everything and takes no selection"
                                          : "nothing says what to accept",
                      .where = "assay accept",
                      .expected = "--case, --method, --device, or --all alone",
                      .next = "assay accept --all"});
  }
  select_methods(options.methods);
  for (const std::string& device : options.devices) devices_from(device);
}

}  // namespace

void add_accept(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("accept", "Makes pending graphs the goldens; never with CI set");
  command->footer("Example: assay accept --case seed/mlp --method make_fx");
  const auto options = std::make_shared<AcceptOptions>();
  options->results = default_results();
  command->add_option("--case", options->cases, "Case ids");
  command->add_option("--method", options->methods, "Method ids");
  command->add_option("--device", options->devices, "cpu or cuda");
  command->add_flag("--all", options->all, "Everything pending");
  command->add_option("--results", options->results, "Results folder of the check");
  command->callback([options, &session] {
    check_options(*options);
    const std::vector<PairResult> pending = pending_records(*options);
    if (pending.empty()) {
      throw InputError({.what = "nothing is pending there",
                        .where = options->results,
                        .next = "assay check --results " + options->results});
    }
    for (const PairResult& record : pending) {
      const fs::path golden =
          GoldenStore(record.golden_root).accept(record.pair, fs::path(options->results) / record.pending);
      if (!session.quiet) std::cout << "accepted " << golden.string() << "\n";
    }
    std::cout << pending.size() << (pending.size() == 1 ? " golden" : " goldens")
              << " accepted; next: git add and commit them alone\n";
    session.status = ExitStatus::kGreen;
  });
}

}  // namespace assay
