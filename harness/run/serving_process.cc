// SpawnedProcess: starts a worker's program.
#include "harness/run/serving_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <set>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/error/error.h"
#include "harness/resident/orphans.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

/// Children of this process. A resident that outlives its SpawnedProcess stays here and is no orphan.
std::set<pid_t> running;

/// Removes the differences between terminals: other descriptors, the current folder, ignored and blocked
/// signals. A new session sends a terminal's Ctrl-C to `assay` only, which then ends its zygotes in order.
class SpawnSettings {
 public:
  explicit SpawnSettings(const Ends& ends) {
    posix_spawn_file_actions_init(&actions);
    for (std::size_t i = 0; i < ends.size(); ++i)
      posix_spawn_file_actions_adddup2(&actions, ends[i], static_cast<int>(i));
    // A model that writes to every descriptor must not reach results.jsonl.
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawn_file_actions_addchdir_np(&actions, "/");
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

}  // namespace

std::vector<char*> spawn_words(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

SpawnedProcess::SpawnedProcess(const ZygoteStart& start, const Ends& ends,
                               const std::vector<std::string>& further) {
  std::vector<std::string> arguments{std::filesystem::absolute(start.worker.program()).string(), "--serve",
                                     "--device", std::string(to_string(start.device))};
  arguments.insert(arguments.end(), further.begin(), further.end());
  std::vector<std::string> environment = start.environment;
  resident::become_adopter();
  const SpawnSettings settings(ends);
  const int error = posix_spawn(&pid_, arguments[0].c_str(), &settings.actions, &settings.attributes,
                                spawn_words(arguments).data(), spawn_words(environment).data());
  if (error == 0) {
    running.insert(pid_);
    return;
  }
  throw HarnessError({.what = fmt::format("worker '{}' cannot be started", start.worker.name),
                      .where = start.worker.program().string(),
                      .expected = "an executable program",
                      .found = std::strerror(error),
                      .next = shell_command("ci/worker.sh --python {}", start.worker.python_executable)});
}

void SpawnedProcess::kill() {
  if (!status_) ::kill(-pid_, SIGKILL);
}

std::optional<pid_t> SpawnedProcess::pid() { return status(Wait::kNo) ? std::nullopt : std::optional(pid_); }

std::optional<int> SpawnedProcess::status(Wait wait) {
  if (status_) return status_;
  int status = 0;
  pid_t reaped = 0;
  do {
    reaped = waitpid(pid_, &status, wait == Wait::kNo ? WNOHANG : 0);
  } while (reaped < 0 && errno == EINTR);
  if (reaped != 0) status_ = reaped == pid_ ? status : 0;
  if (status_) running.erase(pid_);
  return status_;
}

/// Spawned processes have their own session. A child in our session was started otherwise by this process.
void SpawnedProcess::end_orphans() {
  std::set<pid_t> known = running;
  for (const pid_t child : resident::orphans(running))
    if (getsid(child) == getsid(0)) known.insert(child);
  resident::end_orphans(known);
}

}  // namespace assay
