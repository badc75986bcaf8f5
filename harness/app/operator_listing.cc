// operator_list_of: one program, its output kept.
#include "harness/app/operator_listing.h"

#include <cerrno>
#include <cstdlib>
#include <sys/wait.h>

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

/// Writes what the worker's Python prints to `file`, by rename: what is there is whole.
void list_into(const Worker& worker, const fs::path& file) {
  fs::create_directories(file.parent_path());
  const fs::path script = worker.folder / "lib" / "assay_python" / "program" / "operator_database.py";
  const fs::path part = file.string() + ".part", said = file.string() + ".log";
  const std::string command =
      shell_command("{} -B -W ignore {} >{} 2>{}", worker.python_executable, script, part, said);
  const int status = std::system(command.c_str());
  if (status != 0)
    throw HarnessError({.what = fmt::format("worker '{}' cannot list PyTorch's operators", worker.name),
                        .where = script.string(),
                        .found = end_of(read_file(said).value_or("")),
                        .next = shell_command("{} {}", worker.python_executable, script)});
  fs::rename(part, file);
  fs::remove(said);
}

}  // namespace

operators::OperatorList operator_list_of(const Worker& worker, const fs::path& file) {
  for (const bool asked : {false, true}) {
    if (asked) list_into(worker, file);
    const auto text = read_file(file);
    if (!text) continue;
    operators::OperatorList list = operators::operator_list_from(*text, file.string());
    if (asked || list.torch.substr(0, list.torch.find('+')) == worker.torch) return list;
  }
  throw HarnessError({.what = "the list of operators is gone again", .where = file.string()});
}

}  // namespace assay
