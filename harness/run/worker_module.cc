// Worker module: started through the shell, its output renamed once complete.
#include "harness/run/worker_module.h"

#include <cstdlib>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/words/shell_command.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSaid = 2000;

std::string end_of(const std::string& text) {
  return text.size() > kMostSaid ? text.substr(text.size() - kMostSaid) : text;
}

}  // namespace

std::string module_command(const Worker& worker, const std::string& module) {
  return shell_command("cd {} && {} -B -W ignore -m {}", worker.folder / "lib", worker.python_executable,
                       module);
}

void print_module(const Worker& worker, const std::string& module, const fs::path& file) {
  const fs::path whole = fs::absolute(file);
  fs::create_directories(whole.parent_path());
  const fs::path part = whole.string() + ".part", said = whole.string() + ".log";
  const std::string command = module_command(worker, module);
  if (std::system(("(" + command + shell_command(") >{} 2>{}", part, said)).c_str()) != 0)
    throw HarnessError({.what = fmt::format("worker '{}' cannot run {}", worker.name, module),
                        .where = worker.folder.string(),
                        .found = end_of(read_file(said).value_or("")),
                        .next = command});
  fs::rename(part, whole);
  fs::remove(said);
}

}  // namespace assay
