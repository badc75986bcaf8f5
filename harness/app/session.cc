// Session: the environment, output and command lines of a session.
#include "harness/app/session.h"

#include <cstdlib>
#include <iostream>
#include <utility>

#include "harness/results/write_file.h"
#include "reports/console/terminal.h"

namespace assay {

Project Session::find() const { return find_project(project, std::filesystem::current_path()); }

namespace {

/// Adds a given option, unless the command has it.
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
