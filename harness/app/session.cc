// Session: where the program, its tree and its project are.
#include "harness/app/session.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <unistd.h>

#include "harness/error/error.h"
#include "harness/words/shell_command.h"

namespace assay {

std::filesystem::path Session::own_tree() const { return ASSAY_SOURCE_DIR; }

std::filesystem::path Session::workers_root() const {
  return program.parent_path().parent_path() / "workers";
}

std::filesystem::path Session::page_parts() const {
  return program.parent_path().parent_path() / "report" / "parts";
}

Project Session::find() const { return find_project(project, std::filesystem::current_path(), own_tree()); }

std::string in_project(const Session& session, const std::string& command) {
  constexpr std::string_view kProgram = "assay ";
  const bool says_it = command.find(" --project ") != std::string::npos;
  if (session.project.empty() || says_it || !command.starts_with(kProgram)) return command;
  return shell_command("assay --project {} ", session.project) + command.substr(kProgram.size());
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string default_results() {
  const std::string results = variable("ASSAY_RESULTS");
  return results.empty() ? "build/results" : results;
}

bool wants_color(const Session& session, int stream_fd) {
  if (session.color != "auto") return session.color == "always";
  return variable("NO_COLOR").empty() && isatty(stream_fd) != 0;
}

void write_text(const std::filesystem::path& path, std::string_view text) {
  if (path.empty()) {
    std::cout << text << std::flush;
    return;
  }
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary);
  out << text << std::flush;
  if (!out)
    throw HarnessError({.what = "cannot write",
                        .where = path.string(),
                        .next = shell_command("df -h {}", path.parent_path())});
}

std::vector<Device> devices_from(const std::string& text) {
  if (text == "all") return {Device::kCpu, Device::kCuda};
  const std::optional<Device> device = device_from_string(text);
  if (!device)
    throw InputError(
        {.what = "unknown device", .where = "--device", .expected = "cpu, cuda or all", .found = text});
  return {*device};
}

}  // namespace assay
