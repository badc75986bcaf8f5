// assay check: cases x methods x devices, compared with expectations and goldens.
#include <memory>

#include "harness/app/run_check.h"
#include "harness/check/check_plan.h"

namespace assay {

namespace {

void add_options(Subcommand command, CheckOptions& options) {
  command.add_option(
      "case", options.cases,
      "Ids, globs, case files, FILE.py:CALLABLE, op_db/NAME/DTYPE, folders of GraphNet samples "
      "(default: the project's cases)");
  command
      .add_option("--tier", options.tiers,
                  "Only pairs of these tiers; full includes default, default includes smoke")
      .value("TIER")
      .comma_separated();
  command.add_flag("--lower", options.lower,
                   "Also lower each graph to ATen, for the report to compare methods");
  add_run_options(command, options);
}

}  // namespace

void add_check(Subcommand app, Session& session) {
  Subcommand command =
      app.add_subcommand("check", "Capture, replay, and compare with the goldens: the main command");
  command.footer("Example: assay check 'seed*' --methods make_fx,aot_joint --device cpu");
  const auto options = std::make_shared<CheckOptions>();
  options->results = default_results();
  add_options(command, *options);
  command.callback([options, &session] {
    options->plan.methods =
        options->methods.empty() ? std::vector<MethodId>{} : select_methods(options->methods);
    options->plan.devices = devices_from(options->device);
    options->plan.tiers = options->tiers;
    // Named cases run in any tier. The whole zoo means its tier for CI.
    if (options->cases.empty() && options->tiers.empty()) options->plan.tiers = {std::string(kDefaultTier)};
    session.status = run_check(session, *options, zoo_subject(*options));
  });
}

}  // namespace assay
