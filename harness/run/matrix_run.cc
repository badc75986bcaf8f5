// run_matrix: ci/worker.sh and `assay check` as child programs for each version.
#include "harness/run/matrix_run.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/results/folder_lock.h"
#include "harness/results/results_folder.h"
#include "harness/run/interruption.h"
#include "harness/run/serving_process.h"
#include "harness/run/worker.h"
#include "harness/run/zygote_environment.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

// Marks a worker's folder as made, and removable, by the matrix.
constexpr const char* kMark = "made_by_matrix";
constexpr const char* kDefaultWorker = "default";
constexpr int kInterruptedStatus = 130;

std::vector<std::string> environment_with(const std::map<std::string, std::string>& additions) {
  std::vector<std::string> all = own_environment();
  std::erase_if(
      all, [&](const std::string& entry) { return additions.contains(entry.substr(0, entry.find('='))); });
  for (const auto& [name, value] : additions) all.push_back(std::string(name).append("=").append(value));
  return all;
}

fs::path reason_file(const fs::path& log) { return fs::path(log).replace_extension("reason"); }

/// The program's exit status, or 128 + N if signal N ended it. Its output goes to `log`.
int run_program(std::vector<std::string> arguments, const std::map<std::string, std::string>& environment,
                const fs::path& log, const Interruption& interruption) {
  std::vector<std::string> variables = environment_with(environment);
  variables.push_back(std::string(kReasonFile) + "=" + reason_file(log).string());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0].c_str(), &actions, nullptr,
                                  spawn_words(arguments).data(), spawn_words(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0)
    throw HarnessError({.what = "cannot start a program", .where = arguments[0], .found = strerror(failed)});
  interruption.pass_on_to(child);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  interruption.pass_on_to(0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The program's stated reason, else the last line of its output.
std::string reason_of(const fs::path& log) {
  std::string line, last;
  for (std::ifstream file(fs::exists(reason_file(log)) ? reason_file(log) : log); std::getline(file, line);)
    if (!line.empty()) last = line;
  fs::remove(reason_file(log));
  return last;
}

class Matrix {
 public:
  Matrix(const MatrixPlan& plan, const std::function<void(const std::string&)>& say)
      : plan_(plan), say_(say) {}

  MatrixResult run() {
    fs::create_directories(plan_.results);
    const FolderLock results(plan_.results);
    // Two matrix runs could remove workers that the other needs.
    const FolderLock workers(plan_.workers_root,
                             {.what = "another matrix makes and removes workers", .next = "wait for it"});
    for (const Version& torch : plan_.versions) {
      result_.rows.push_back({.torch = torch, .reason = "not begun", .verdicts = {}});
      if (interruption_.came()) continue;
      check_version(result_.rows.back());
      remove_workers_beyond(plan_.keep);
    }
    if (interruption_.came()) result_.end = MatrixEnd::kInterrupted;
    compare_neighbours();
    return std::move(result_);
  }

 private:
  fs::path worker_of(const Version& torch) const {
    return plan_.workers_root / ("torch-" + to_string(torch));
  }

  fs::path log_of(const Version& torch, const char* what) const {
    return plan_.results / fmt::format("{}.{}.log", to_string(torch), what);
  }

  void check_version(MatrixRow& row) {
    const std::string name = to_string(row.torch);
    say_(fmt::format("torch {}: the worker (log: {})", name, log_of(row.torch, "worker").string()));
    const std::string worker = worker_name(row.torch);
    row.reason = worker == kDefaultWorker ? "" : make_worker(row.torch);
    if (!row.reason.empty()) {
      if (fs::exists(worker_of(row.torch) / kMark)) fs::remove_all(worker_of(row.torch));
      return say_(fmt::format("torch {}: no worker: {}", name, row.reason));
    }
    row.stage = MatrixStage::kCheck;
    say_(fmt::format("torch {}: the check (log: {})", name, log_of(row.torch, "check").string()));
    row.reason = check(row, worker);
    if (row.reason.empty()) row.stage = MatrixStage::kDone;
    say_(fmt::format("torch {}: {}", name,
                     row.reason.empty() ? row.green ? "green" : "not green" : row.reason));
  }

  /// The default worker serves if it has this PyTorch, unless `environment` names package sources.
  std::string worker_name(const Version& torch) const {
    const std::string own = "torch-" + to_string(torch);
    if (fs::exists(plan_.workers_root / own) || !plan_.environment.empty()) return own;
    try {
      const Worker worker = select_worker(plan_.workers_root, {.name = kDefaultWorker});
      return version_from_string(worker.torch) == torch ? kDefaultWorker : own;
    } catch (const HarnessError&) {  // no readable default worker
      return own;
    }
  }

  // Returns why there is no worker, or "".
  std::string make_worker(const Version& torch) const {
    const fs::path folder = worker_of(torch), log = log_of(torch, "worker");
    if (!fs::exists(folder)) {
      fs::create_directories(folder);
      std::ofstream(folder / kMark) << "assay matrix may remove this folder\n";
    }
    const int status = run_program({plan_.worker_script.string(), "--torch", to_string(torch)},
                                   plan_.environment, log, interruption_);
    if (interruption_.came()) return "interrupted";
    if (status == 0) return "";
    const std::string reason = reason_of(log);
    return reason.empty() ? fmt::format("{} ended with {}", plan_.worker_script.string(), status) : reason;
  }

  // Returns why the check has no results, or "".
  std::string check(MatrixRow& row, const std::string& worker) const {
    const std::string name = to_string(row.torch);
    const fs::path folder = plan_.results / name, log = log_of(row.torch, "check");
    // The two zygotes of each version would otherwise stay without a further use.
    std::vector<std::string> arguments{plan_.program.string(), "--no-resident", "check"};
    arguments.insert(arguments.end(), plan_.check_arguments.begin(), plan_.check_arguments.end());
    arguments.insert(arguments.end(), {"--worker", worker, "--results", folder.string()});
    const int status = run_program(arguments, {}, log, interruption_);
    if (interruption_.came() || status == kInterruptedStatus) return "interrupted";
    if (status > 1) return reason_of(log);
    for (const PairResult& record : read_records(folder)) ++row.verdicts[record.verdict];
    row.green = status == 0;
    return "";
  }

  void remove_workers_beyond(std::size_t keep) const {
    std::vector<std::pair<Version, fs::path>> made;
    for (const auto& entry : fs::directory_iterator(plan_.workers_root)) {
      const std::string name = entry.path().filename();
      const auto version = name.starts_with("torch-") ? version_from_string(name.substr(6)) : std::nullopt;
      if (version && fs::exists(entry.path() / kMark)) made.emplace_back(*version, entry.path());
    }
    std::sort(made.rbegin(), made.rend());
    for (std::size_t i = keep; i < made.size(); ++i) fs::remove_all(made[i].second);
  }

  void compare_neighbours() {
    std::optional<Run> before;
    for (const MatrixRow& row : result_.rows) {
      if (row.stage != MatrixStage::kDone) continue;
      const std::string name = to_string(row.torch);
      Run after = read_run(name, plan_.results / name);
      if (before) result_.drifts.push_back(drift(*before, after));
      before = std::move(after);
    }
  }

  const MatrixPlan& plan_;
  const std::function<void(const std::string&)>& say_;
  MatrixResult result_;
  Interruption interruption_;
};

}  // namespace

MatrixResult run_matrix(const MatrixPlan& plan, const std::function<void(const std::string&)>& say) {
  return Matrix(plan, say).run();
}

}  // namespace assay
