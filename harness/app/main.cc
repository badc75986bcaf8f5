// assay: the command line. Composition only; the one place that turns errors into exit statuses.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <string_view>
#include <unistd.h>

#include "harness/app/session.h"
#include "harness/error/error.h"
#include "harness/run/matrix_run.h"
#include "harness/words/same_reason.h"
#include "reports/console/printable.h"

namespace {

using assay::ExitStatus;

void add_global_options(assay::Subcommand program, assay::Session& session) {
  program.add_option("--worker", session.worker, "Worker to use, by name (assay list workers)");
  program.add_option("--python", session.python, "Worker built against this Python interpreter");
  program.add_option("--torch", session.torch, "Worker of this PyTorch version");
  program
      .add_flag("--no-resident", session.no_resident,
                "Start a worker process for this command alone, and leave none")
      .or_variable("ASSAY_NO_RESIDENT");
  program.add_option("--project", session.project, "Folder with models/ (goldens: golden/ beside it)");
  program.add_flag("-q,--quiet", session.quiet, "Only failures and totals");
  program.add_flag("-v,--verbose", session.verbose, "Everything, tracebacks included");
  program.add_option("--color", session.color, "Color the output").one_of({"auto", "always", "never"});
}

void add_subcommands(assay::Subcommand program, assay::Session& session) {
  assay::add_list(program, session);
  assay::add_init(program, session);
  assay::add_capture(program, session);
  assay::add_replay(program, session);
  assay::add_lower(program, session);
  assay::add_check(program, session);
  assay::add_verdict(program, session);
  assay::add_diff(program, session);
  assay::add_compare(program, session);
  assay::add_ops(program, session);
  assay::add_bench(program, session);
  assay::add_fuzz(program, session);
  assay::add_accept(program, session);
  assay::add_review(program, session);
  assay::add_obsolete(program, session);
  assay::add_export(program, session);
  assay::add_merge(program, session);
  assay::add_matrix(program, session);
  assay::add_report(program, session);
  assay::add_doctor(program, session);
}

int run(int argc, char** argv, assay::Session& session) {
  session.program = std::filesystem::read_symlink("/proc/self/exe");
  session.version = ASSAY_VERSION;
  const assay::CommandLine line("Is the graph that was extracted from a PyTorch model the program that ran?",
                                "assay", session.version);
  line.program().footer("Example: assay check 'seed*' --device cpu");
  line.program().require_subcommand();
  add_global_options(line.program(), session);
  add_subcommands(line.program(), session);
  const bool told_help = line.parse(argc, argv) == assay::Parsed::kToldHelp;
  return told_help ? 0 : static_cast<int>(session.status);
}

/// What is wrong with a file may quote it.
void tell(const std::string& message) {
  const std::string text = assay::printable(message);
  std::cerr << "assay: " << text << "\n";
  const char* reason = std::getenv(assay::kReasonFile);
  if (reason != nullptr) std::ofstream(reason) << assay::first_line_of(text) << "\n";
}

int told(const assay::Session& session, const assay::Error& error, ExitStatus status) {
  assay::ErrorParts parts = error.parts();
  parts.next = assay::in_project(session, parts.next);
  tell(assay::to_message(parts));
  return static_cast<int>(status);
}

/// Where one is closed, the next file that is opened would take its place, and be printed into.
void keep_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDWR);
}

/// What was printed is what was asked for: where it got lost, nothing was done.
void require_printed() {
  errno = 0;
  std::cout.flush();
  if (std::cout) return;
  throw assay::HarnessError({.what = "cannot be written",
                             .where = "stdout",
                             .expected = "room for all that is printed",
                             .found = errno == 0 ? "" : std::strerror(errno),  // an earlier part's is gone
                             .next = "df -h, or the same command with its output elsewhere"});
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_streams();
  assay::Session session;
  try {
    const int status = run(argc, argv, session);
    require_printed();
    return status;
  } catch (const assay::InputError& error) {
    return told(session, error, ExitStatus::kInput);
  } catch (const assay::Error& error) {
    return told(session, error, ExitStatus::kHarness);
  } catch (const std::exception& error) {
    tell(error.what());
    return static_cast<int>(ExitStatus::kHarness);
  }
}
