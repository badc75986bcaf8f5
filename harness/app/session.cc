// Session: where the program, its tree and its project are.
#include "harness/app/session.h"

#include <cstdlib>
#include <iostream>
#include <utility>

#include "harness/error/error.h"
#include "harness/results/write_file.h"
#include "reports/console/terminal.h"

namespace assay {

namespace {

bool is_own_tree(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::exists(folder / "harness" / "methods" / "features.json", ignored);
}

/// The innermost around `program`; empty: none.
std::filesystem::path tree_around(const std::filesystem::path& program) {
  std::filesystem::path folder = program.parent_path();
  while (!is_own_tree(folder)) {
    if (folder == folder.parent_path()) return {};
    folder = folder.parent_path();
  }
  return folder;
}

/// The one that was installed with `program`; empty: none.
std::filesystem::path installed_tree(const std::filesystem::path& program) {
  const std::filesystem::path tree = program.parent_path().parent_path() / "share" / "assay";
  return is_own_tree(tree) ? tree : std::filesystem::path();
}

/// What a build leaves, beside the program's folder; of an installed program in its tree.
std::filesystem::path built(const std::filesystem::path& program, const std::filesystem::path& what) {
  const std::filesystem::path beside = program.parent_path().parent_path() / what;
  const std::filesystem::path tree = installed_tree(program);
  return tree.empty() || std::filesystem::exists(beside) ? beside : tree / "build" / what;
}

}  // namespace

std::filesystem::path Session::own_tree() const {
  std::filesystem::path tree = tree_around(program);
  if (tree.empty()) tree = installed_tree(program);
  if (!tree.empty()) return tree;
  throw HarnessError({"a program without the files of its tree", program.string(),
                      "Assay's checkout around it, or share/assay beside its folder", "neither",
                      "ci/zoo.sh, in a checkout"});
}

std::filesystem::path Session::tree_around_program() const {
  std::filesystem::path tree = tree_around(program);
  if (!tree.empty()) return tree;
  throw HarnessError({"a copy of the program, which writes nothing into the tree that it reads",
                      program.string(), "Assay's checkout around it", "none",
                      "ci/zoo.sh, in a checkout, and the program that it builds"});
}

std::filesystem::path Session::workers_root() const { return built(program, "workers"); }

std::filesystem::path Session::page_parts() const {
  return built(program, std::filesystem::path("report") / "parts");
}

Project Session::find() const { return find_project(project, std::filesystem::current_path()); }

namespace {

/// An option of every command; nothing where the command has it or it was not given.
void add_option(Command& command, const char* option, const std::string& value) {
  if (!value.empty() && !command.has(option))
    command.options.insert(command.options.begin(), {option, value});
}

}  // namespace

ShellLine in_project(const Session& session, ShellLine line) {
  if (Command* command = line.command()) add_option(*command, "--project", session.project);
  return line;
}

ShellLine on_worker(const Session& session, ShellLine line) {
  if (Command* command = line.command()) {
    add_option(*command, "--torch", session.torch);
    add_option(*command, "--python", session.python);
    add_option(*command, "--worker", session.worker);
  }
  return in_project(session, std::move(line));
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string default_results() {
  const std::string results = variable("ASSAY_RESULTS");
  return results.empty() ? "build/results" : results;
}

Color Session::color_on(int stream_fd) const {
  const bool is_auto = color == "auto";
  const bool wanted = is_auto ? variable("NO_COLOR").empty() && is_screen(stream_fd) : color == "always";
  return wanted ? Color::kOn : Color::kOff;
}

void write_text(const std::filesystem::path& path, std::string_view text) {
  if (!path.empty()) return write_file(path, text);
  std::cout << text << std::flush;
}

}  // namespace assay
