// assay ops: PyTorch's operators x methods x devices, compared with eager.
#include <iostream>
#include <memory>
#include <unistd.h>

#include "harness/app/run_check.h"
#include "harness/app/workers.h"
#include "harness/check/check_plan.h"
#include "harness/error/error.h"
#include "harness/run/operator_listing.h"
#include "harness/zoo/operator_expectations.h"
#include "reports/operator_sheet/operator_text.h"

namespace assay {

namespace {

constexpr const char* kFactoryModule = "assay_python.sources.operators";

struct OpsOptions {
  CheckOptions run = {};
  std::vector<std::string> dtypes = {};
  bool all_samples = false, list = false;
};

std::vector<operators::DTypeClass> classes_from(const std::vector<std::string>& names) {
  std::vector<operators::DTypeClass> classes;
  for (const std::string& name : names)
    if (const auto found = operators::kClassNames.find(name)) classes.push_back(*found);
  if (names.empty()) classes = {operators::kClasses.begin(), operators::kClasses.end()};
  return classes;
}

operators::Selection selection_of(const OpsOptions& options) {
  return {.names = options.run.cases,
          .classes = classes_from(options.dtypes),
          .samples = options.all_samples ? "all" : "few",
          .devices = options.run.plan.devices};
}

operators::OperatorList list_for(const Session& session, const OpsOptions& options) {
  const std::filesystem::path results = options.run.results;
  return operator_list_of(chosen_worker(session), results / "operators.json");
}

std::vector<Case> cases_for(const Session& session, const OpsOptions& options) {
  std::vector<Case> cases = operators::cases_of(list_for(session, options), selection_of(options));
  operators::expect_of_operators(
      operators::operator_expectations_from(session.own_tree() / "harness/zoo/operator_expectations.json"),
      cases);
  return cases;
}

/// The command's own selection options.
std::string further_of(const OpsOptions& options) {
  return list_flag("--dtypes", options.dtypes) + (options.all_samples ? " --all-samples" : "");
}

ExitStatus run_ops(const Session& session, const OpsOptions& options) {
  return run_check(
      session, options.run,
      {.cases = [&](const Project&) { return cases_for(session, options); },
       .agreed = AgreedBy::kReplay,
       .preload = {kFactoryModule},
       .also =
           [&](const std::vector<PairResult>& records) {
             const auto typed = [&](ShellLine line) { return on_worker(session, std::move(line)); };
             return operator_text(records, session.detail(), session.color_on(STDOUT_FILENO), typed);
           }});
}

void add_options(Subcommand command, OpsOptions& options) {
  command.add_option("operator", options.run.cases,
                     "Entries of op_db, such as std or std-unbiased, or globs (default: all)");
  command
      .add_option("--dtypes", options.dtypes,
                  "Classes of dtypes: floating, integer, bool, complex (default: all)")
      .comma_separated()
      .one_of({"floating", "integer", "bool", "complex"});
  command.add_flag("--all-samples", options.all_samples,
                   "All of PyTorch's samples, instead of three with different schemas or ranks");
  command.add_flag("--list", options.list, "Print the operators with their dtypes and run nothing");
  add_run_options(command, options.run);
}

}  // namespace

void add_ops(Subcommand app, Session& session) {
  Subcommand command = app.add_subcommand("ops", "Check every operator of PyTorch's op_db by every method");
  command.footer("Example: assay ops add 'nn.functional.conv*' --methods export,dynamo --device cpu");
  const auto options = std::make_shared<OpsOptions>();
  const std::string asked = variable("ASSAY_RESULTS");
  options->run.results = asked.empty() ? "build/operators" : asked;
  options->run.command = "assay ops";
  add_options(command, *options);
  command.callback([options, &session] {
    CheckOptions& run = options->run;
    run.plan.methods = run.methods.empty() ? std::vector<MethodId>{} : select_methods(run.methods);
    run.plan.devices = devices_from(run.device);
    run.further = further_of(*options);
    if (options->list) {
      std::cout << operator_list_text(list_for(session, *options), selection_of(*options));
      return;
    }
    session.status = run_ops(session, *options);
  });
}

}  // namespace assay
