// Session: the state shared by all subcommands, and the list of subcommands.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "harness/command_line/command_line.h"
#include "harness/error/command.h"
#include "harness/run/own_tree.h"
#include "harness/zoo/project.h"
#include "reports/console/run_text.h"

namespace assay {

/// Exit statuses for scripts (docs/concepts.md#exit-status).
enum class ExitStatus : int { kGreen = 0, kRed = 1, kInput = 2, kHarness = 3, kInterrupted = 130 };

/// The global options, and the result of a subcommand. A subcommand prints, sets `status`, and throws Error
/// on failure.
struct Session {
  std::filesystem::path program;  ///< the running `assay`
  std::string version;            ///< of the running `assay`
  std::string worker, python, torch, project;
  std::string color = "auto";
  bool quiet = false, verbose = false, no_resident = false;
  ExitStatus status = ExitStatus::kGreen;

  Detail detail() const { return quiet ? Detail::kTotals : verbose ? Detail::kAll : Detail::kScreen; }
  /// For text printed to `stream_fd`, by --color and NO_COLOR.
  Color color_on(int stream_fd) const;
  Project find() const;  ///< the project of the options or the current folder
  std::filesystem::path own_tree() const { return assay::own_tree(program); }
  std::filesystem::path workers_root() const { return assay::workers_root(program); }
};

/// Adds the session's --project to the first command of `line`: "assay --project DIR accept --all".
ShellLine in_project(const Session& session, ShellLine line);
/// Adds the session's worker, too, for commands that capture or replay: "assay --torch 2.11.0 capture ..".
ShellLine on_worker(const Session& session, ShellLine line);
/// The environment variable, or empty if unset.
std::string variable(const char* name);
/// $ASSAY_RESULTS or build/results: the default results folder of commands.
std::string default_results();
/// The help of `--pair` for commands on a graph file.
inline constexpr const char* kPairHelp =
    "Pair of a golden: METHOD@DEVICE or METHOD@DEVICE.from-2.14 (default: the newest of the first pair)";
/// Writes `text` to `path` (write_file), or to stdout for an empty path.
void write_text(const std::filesystem::path& path, std::string_view text);

void add_list(Subcommand app, Session& session);
void add_list_capabilities(Subcommand list, Session& session);
void add_init(Subcommand app, Session& session);
void add_capture(Subcommand app, Session& session);
void add_replay(Subcommand app, Session& session);
void add_lower(Subcommand app, Session& session);
void add_check(Subcommand app, Session& session);
void add_verdict(Subcommand app, Session& session);
void add_diff(Subcommand app, Session& session);
void add_compare(Subcommand app, Session& session);
void add_ops(Subcommand app, Session& session);
void add_bench(Subcommand app, Session& session);
void add_fuzz(Subcommand app, Session& session);
void add_help(Subcommand app, Session& session);
void add_accept(Subcommand app, Session& session);
void add_review(Subcommand app, Session& session);
void add_obsolete(Subcommand app, Session& session);
void add_export(Subcommand app, Session& session);
void add_merge(Subcommand app, Session& session);
void add_matrix(Subcommand app, Session& session);
void add_report(Subcommand app, Session& session);
void add_doctor(Subcommand app, Session& session);

}  // namespace assay
