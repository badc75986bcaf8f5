// PrivateNames: the table's own check, run by the worker's Python.
#include "harness/run/private_names.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/run/worker_module.h"
#include "harness/strict_json/json_source.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

constexpr const char* kModule = "assay_python.torch_private";

MissingName missing_from(const JsonPlace& entry) {
  entry.require_keys({"name", "users", "reason"});
  MissingName missing{entry.need("name").nonempty_text(), {}, entry.need("reason").nonempty_text()};
  for (const JsonPlace& user : entry.need("users").items()) missing.users.push_back(user.nonempty_text());
  return missing;
}

/// Whether `answer` is newer than the table and the worker.
bool is_current(const fs::path& answer, const Worker& worker) {
  std::error_code absent;
  const auto asked = fs::last_write_time(answer, absent);
  if (absent) return false;
  for (const fs::path& source :
       {worker.folder / "lib" / "assay_python" / "torch_private.py", worker.program()}) {
    const auto changed = fs::last_write_time(source, absent);
    if (!absent && changed >= asked) return false;
  }
  return true;
}

}  // namespace

PrivateNames private_names_from(std::string_view text, const std::string& where) {
  const auto source = JsonSource::parse(std::string(text), where, Command{"doctor"});
  const JsonPlace root(source);
  root.require_keys({"torch", "names", "missing"});
  PrivateNames names{root.need("names").count(), {}};
  for (const JsonPlace& entry : root.need("missing").items()) names.missing.push_back(missing_from(entry));
  return names;
}

std::vector<std::string> lines_of(const PrivateNames& names) {
  std::vector<std::string> lines;
  for (const MissingName& missing : names.missing)
    lines.push_back(fmt::format("{}: {}", fmt::join(missing.users, ", "), missing.reason));
  return lines;
}

PrivateNames private_names_of(const Worker& worker) {
  const fs::path answer = worker.folder / "private_names.json";
  if (!is_current(answer, worker)) print_module(worker, kModule, answer);
  return private_names_from(read_file(answer).value_or(""), answer.string());
}

}  // namespace assay
