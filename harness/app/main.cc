// assay: the command line. Composition only; the one place that turns errors into exit statuses.
#include <iostream>

#include <CLI/CLI.hpp>

#include "harness/app/session.h"
#include "harness/error/error.h"

namespace {

using assay::ExitStatus;

void add_global_options(CLI::App& app, assay::Session& session) {
  app.set_version_flag("--version", ASSAY_VERSION);
  app.add_option("--worker", session.worker, "Worker to use, by name (assay list workers)");
  app.add_option("--python", session.python, "Worker built against this Python interpreter");
  app.add_option("--torch", session.torch, "Worker of this PyTorch version");
  app.add_option("--project", session.project, "Folder with models/ and golden/");
  app.add_flag("-q,--quiet", session.quiet, "Only failures and totals");
  app.add_flag("-v,--verbose", session.verbose, "Everything, tracebacks included");
  app.add_option("--color", session.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

void add_subcommands(CLI::App& app, assay::Session& session) {
  assay::add_list(app, session);
  assay::add_init(app, session);
  assay::add_capture(app, session);
  assay::add_replay(app, session);
  assay::add_lower(app, session);
  assay::add_check(app, session);
  assay::add_verdict(app, session);
  assay::add_diff(app, session);
  assay::add_compare(app, session);
  assay::add_accept(app, session);
  assay::add_review(app, session);
  assay::add_obsolete(app, session);
  assay::add_export(app, session);
  assay::add_matrix(app, session);
  assay::add_doctor(app, session);
  for (CLI::App* sub : app.get_subcommands({}))
    sub->fallthrough();  // global options may follow the subcommand
}

int run(int argc, char** argv) {
  assay::Session session;
  session.program = std::filesystem::read_symlink("/proc/self/exe");
  CLI::App app("Is the graph that was extracted from a PyTorch model the program that ran?", "assay");
  app.footer("Example: assay check 'seed*' --device cpu");
  app.require_subcommand(1);
  add_global_options(app, session);
  add_subcommands(app, session);
  try {
    app.parse(argc, argv);
    return static_cast<int>(session.status);
  } catch (const CLI::ParseError& error) {
    const int status = app.exit(error, std::cout, std::cerr);
    return status == 0 ? 0 : static_cast<int>(ExitStatus::kInput);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const assay::InputError& error) {
    std::cerr << "assay: " << error.what() << "\n";
    return static_cast<int>(ExitStatus::kInput);
  } catch (const std::exception& error) {
    std::cerr << "assay: " << error.what() << "\n";
    return static_cast<int>(ExitStatus::kHarness);
  }
}
