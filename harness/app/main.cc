// assay: composes the command line, and turns errors into exit statuses.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <unistd.h>
#include <vector>

#include "harness/app/session.h"
#include "harness/error/error.h"
#include "harness/run/matrix_run.h"
#include "harness/words/same_reason.h"
#include "reports/console/printable.h"

namespace {

using assay::ExitStatus;

void add_global_options(assay::Subcommand program, assay::Session& session) {
  program.add_option("--worker", session.worker, "Worker, by name (assay list workers)").value("NAME");
  program.add_option("--python", session.python, "Worker for this Python interpreter").value("PYTHON");
  program.add_option("--torch", session.torch, "Worker for this PyTorch version").value("VERSION");
  program
      .add_flag("--no-resident", session.no_resident, "Leave no worker process behind for the next command")
      .or_variable("ASSAY_NO_RESIDENT");
  program.add_option("--project", session.project, "Folder with models/ and golden/").value("DIR");
  program.add_flag("-q,--quiet", session.quiet, "Print failures and totals only");
  program.add_flag("-v,--verbose", session.verbose, "Print everything, with tracebacks");
  program.add_option("--color", session.color, "Color the output").one_of({"auto", "always", "never"});
}

using AddCommand = void (*)(assay::Subcommand, assay::Session&);

struct CommandGroup {
  const char* heading;
  std::vector<AddCommand> commands;
};

/// As help lists them.
const std::vector<CommandGroup>& command_groups() {
  using namespace assay;
  static const std::vector<CommandGroup> groups = {
      {"Check", {add_check, add_matrix, add_ops, add_fuzz, add_merge, add_verdict}},
      {"Look", {add_compare, add_report, add_diff, add_export, add_list}},
      {"Decide", {add_review, add_accept, add_obsolete}},
      {"Measure", {add_bench}},
      {"One graph", {add_capture, add_replay, add_lower}},
      {"Set up", {add_init, add_doctor, add_help}}};
  return groups;
}

void add_subcommands(assay::Subcommand program, assay::Session& session) {
  for (const CommandGroup& group : command_groups())
    for (const AddCommand add : group.commands) add(program.under(group.heading), session);
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

/// A message may quote a file, so it is made printable.
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

/// Opens closed standard streams. Otherwise the next opened file would take their place and get their output.
void keep_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDWR);
}

/// Lost output is a failure of the command.
void require_printed() {
  errno = 0;
  std::cout.flush();
  if (std::cout) return;
  throw assay::HarnessError({.what = "cannot be written",
                             .where = "stdout",
                             .expected = "room for all that is printed",
                             .found = errno == 0 ? "" : std::strerror(errno),  // 0: an earlier write failed
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
