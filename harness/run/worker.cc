// Worker: reads worker.json and chooses among workers.
#include "harness/run/worker.h"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "harness/error/error.h"
#include "harness/zoo/named.h"
#include "harness/zoo/version.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefault = "default";
constexpr const char* kMakeDefault = "ci/zoo.sh";

Worker worker_in(const fs::path& folder) {
  const JsonPlace file(
      JsonSource::load(folder / "worker.json", "ci/worker.sh --python /path/to/venv/bin/python"));
  return {.name = folder.filename().string(),
          .folder = folder,
          .python_executable = file.need("executable").text(),
          .torch = file.need("torch").text(),
          .python = file.need("python").text(),
          .methods = read_as<std::vector<std::string>>(file.need("methods")),
          .devices = read_as<std::vector<Device>>(file.need("devices"))};
}

/// A broken worker.json is not an input error of the user.
Worker read_worker(const fs::path& folder) {
  try {
    return worker_in(folder);
  } catch (const InputError& error) {
    throw HarnessError(error.parts());
  }
}

[[noreturn]] void no_such_worker(const std::vector<Worker>& workers, std::string what, std::string next) {
  std::vector<std::string> names;
  for (const Worker& worker : workers)
    names.push_back(fmt::format("{} (torch {})", worker.name, worker.torch));
  throw HarnessError(
      {.what = std::move(what),
       .where = "",
       .expected = "",
       .found = names.empty() ? "no worker at all" : fmt::format("workers: {}", fmt::join(names, ", ")),
       .next = std::move(next)});
}

const Worker* by_name(const std::vector<Worker>& workers, const std::string& name) {
  const auto found = std::ranges::find(workers, name, &Worker::name);
  return found == workers.end() ? nullptr : &*found;
}

/// Identifies a virtual environment by its bin folder. Its `python`, `python3` and `python3.11` are the same,
/// and the links lead out of it.
fs::path environment_of(const fs::path& python) {
  std::error_code ignored;
  const fs::path folder = fs::weakly_canonical(fs::absolute(python).parent_path(), ignored);
  const bool is_venv = fs::exists(folder.parent_path() / "pyvenv.cfg", ignored);
  return is_venv ? folder.parent_path() : fs::weakly_canonical(fs::absolute(python), ignored);
}

const Worker* by_python(const std::vector<Worker>& workers, const fs::path& python) {
  const auto found = std::ranges::find_if(workers, [&](const Worker& worker) {
    return environment_of(worker.python_executable) == environment_of(python);
  });
  return found == workers.end() ? nullptr : &*found;
}

const Worker& by_torch(const std::vector<Worker>& workers, const std::string& text) {
  const auto wanted = version_from_string(text);
  if (!wanted) {
    throw InputError({.what = "not a version",
                      .where = "--torch",
                      .expected = "MAJOR.MINOR or MAJOR.MINOR.PATCH",
                      .found = text,
                      .next = Command{"list", {"workers"}}});
  }
  std::vector<const Worker*> found;
  for (const Worker& worker : workers) {
    if (version_from_string(worker.torch) == wanted) found.push_back(&worker);
  }
  if (found.empty())
    no_such_worker(workers, fmt::format("no worker has torch {}", text),
                   fmt::format("ci/worker.sh --torch {}", text));
  if (found.size() == 1) return *found.front();
  for (const Worker* worker : found) {
    if (worker->name == kDefault) return *worker;
  }
  throw InputError({.what = fmt::format("{} workers have torch {}", found.size(), text),
                    .where = "--torch",
                    .expected = "--worker NAME",
                    .found = fmt::format("{} and {}", found[0]->name, found[1]->name),
                    .next = Command{"list", {"workers"}}});
}

const Worker& named(const std::vector<Worker>& workers, const std::string& name, const std::string& said_by) {
  if (const Worker* worker = by_name(workers, name)) return *worker;
  const auto what = fmt::format("no worker is named '{}' ({})", name, said_by);
  no_such_worker(workers, what,
                 name == kDefault
                     ? kMakeDefault
                     : fmt::format("ci/worker.sh --name {} --python /path/to/venv/bin/python", name));
}

}  // namespace

std::vector<Worker> all_workers(const fs::path& root) {
  std::vector<fs::path> folders;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(root, none)) {
    if (fs::exists(entry.path() / "worker.json")) folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  std::vector<Worker> workers;
  for (const auto& folder : folders) workers.push_back(read_worker(folder));
  return workers;
}

Worker select_worker(const fs::path& root, const WorkerChoice& choice) {
  const auto workers = all_workers(root);
  if (!choice.name.empty()) return named(workers, choice.name, "--worker");
  if (!choice.python.empty()) {
    if (const Worker* worker = by_python(workers, choice.python)) return *worker;
    no_such_worker(workers, fmt::format("no worker was built for {}", choice.python),
                   fmt::format("ci/worker.sh --python {}", choice.python));
  }
  if (!choice.torch.empty()) return by_torch(workers, choice.torch);
  if (!choice.assay_worker.empty()) return named(workers, choice.assay_worker, "$ASSAY_WORKER");
  if (!choice.virtual_env.empty()) {
    if (const Worker* worker = by_python(workers, fs::path(choice.virtual_env) / "bin" / "python"))
      return *worker;
  }
  return named(workers, kDefault, "the default");
}

}  // namespace assay
