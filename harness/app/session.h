// Session: what every subcommand shares, and the list of subcommands.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "harness/app/command_line.h"
#include "harness/zoo/project.h"

namespace assay {

/// Exit statuses scripts depend on (design section 4).
enum class ExitStatus : int { kGreen = 0, kRed = 1, kInput = 2, kHarness = 3, kInterrupted = 130 };

enum class Loudness : std::uint8_t { kQuiet, kPlain, kVerbose };

/// The global options, and what a subcommand leaves behind. A subcommand prints, sets `status`, and throws
/// Error for what it cannot do.
struct Session {
  std::filesystem::path program;  ///< the running `assay`
  std::string version;            ///< its own
  std::string worker, python, torch, project;
  std::string color = "auto";
  bool quiet = false, verbose = false, no_resident = false;
  ExitStatus status = ExitStatus::kGreen;

  Loudness loudness() const {
    return quiet ? Loudness::kQuiet : verbose ? Loudness::kVerbose : Loudness::kPlain;
  }
  Project find() const;  ///< the project the options and the current folder name
  /// Assay's own tree, to read from: the one around the program. A program that was copied out of it reads
  /// the tree that it was built from. HarnessError where neither is there.
  std::filesystem::path own_tree() const;
  /// The one around the program, to write into. HarnessError where the program lies in none: the tree that it
  /// was built from is somebody else's.
  std::filesystem::path tree_around_program() const;
  std::filesystem::path workers_root() const;  ///< build/workers beside build/bin/assay
  std::filesystem::path page_parts() const;    ///< build/report/parts, which ci/report.sh makes
};

/// A command to type next, for the project that was named: "assay --project DIR accept --all". Without one it
/// is as it was.
std::string in_project(const Session& session, const std::string& command);
/// The same on the worker that was named, for what captures or replays a pair again: "assay --torch 2.11.0
/// capture ..".
std::string on_worker(const Session& session, const std::string& command);
/// Of the environment; empty when it is not set.
std::string variable(const char* name);
/// $ASSAY_RESULTS or build/results: the results folder a command uses when none is given.
std::string default_results();
/// A terminal on which a line can be rewritten and coloured: TERM=dumb is none.
bool is_screen(int fd);
/// True when `stream_fd` should be coloured under --color and NO_COLOR.
bool wants_color(const Session& session, int stream_fd);
/// What `--pair` of the commands that take a graph file says.
inline constexpr const char* kPairHelp =
    "METHOD@DEVICE, or METHOD@DEVICE.from-2.14: which pair of a golden, of which version; the newest of the "
    "first when not given";
/// Writes `text` to `path`, or to stdout for an empty path. Throws HarnessError when it cannot.
void write_text(const std::filesystem::path& path, std::string_view text);

void add_list(Command app, Session& session);
void add_list_capabilities(Command list, Session& session);
void add_init(Command app, Session& session);
void add_capture(Command app, Session& session);
void add_replay(Command app, Session& session);
void add_lower(Command app, Session& session);
void add_check(Command app, Session& session);
void add_verdict(Command app, Session& session);
void add_diff(Command app, Session& session);
void add_compare(Command app, Session& session);
void add_ops(Command app, Session& session);
void add_bench(Command app, Session& session);
void add_fuzz(Command app, Session& session);
void add_accept(Command app, Session& session);
void add_review(Command app, Session& session);
void add_obsolete(Command app, Session& session);
void add_export(Command app, Session& session);
void add_merge(Command app, Session& session);
void add_matrix(Command app, Session& session);
void add_report(Command app, Session& session);
void add_doctor(Command app, Session& session);

}  // namespace assay
