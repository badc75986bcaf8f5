// Session: what every subcommand shares, and the list of subcommands.
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

/// Exit statuses scripts depend on (design section 4).
enum class ExitStatus : int { kGreen = 0, kRed = 1, kInput = 2, kHarness = 3, kInterrupted = 130 };

/// The global options, and what a subcommand leaves behind. A subcommand prints, sets `status`, and throws
/// Error for what it cannot do.
struct Session {
  std::filesystem::path program;  ///< the running `assay`
  std::string version;            ///< its own
  std::string worker, python, torch, project;
  std::string color = "auto";
  bool quiet = false, verbose = false, no_resident = false;
  ExitStatus status = ExitStatus::kGreen;

  Detail detail() const { return quiet ? Detail::kTotals : verbose ? Detail::kAll : Detail::kScreen; }
  /// Of what is printed to `stream_fd`, under --color and NO_COLOR.
  Color color_on(int stream_fd) const;
  Project find() const;  ///< the project the options and the current folder name
  std::filesystem::path own_tree() const { return assay::own_tree(program); }
  std::filesystem::path workers_root() const { return assay::workers_root(program); }
};

/// The first command of a line for the project that was named: "assay --project DIR accept --all". Without
/// one it is as it was.
ShellLine in_project(const Session& session, ShellLine line);
/// The same on the worker that was named, for what captures or replays a pair again: "assay --torch 2.11.0
/// capture ..".
ShellLine on_worker(const Session& session, ShellLine line);
/// Of the environment; empty when it is not set.
std::string variable(const char* name);
/// $ASSAY_RESULTS or build/results: the results folder a command uses when none is given.
std::string default_results();
/// What `--pair` of the commands that take a graph file says.
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
void add_accept(Subcommand app, Session& session);
void add_review(Subcommand app, Session& session);
void add_obsolete(Subcommand app, Session& session);
void add_export(Subcommand app, Session& session);
void add_merge(Subcommand app, Session& session);
void add_matrix(Subcommand app, Session& session);
void add_report(Subcommand app, Session& session);
void add_doctor(Subcommand app, Session& session);

}  // namespace assay
