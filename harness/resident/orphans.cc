// Orphans: found in /proc, killed, reaped.
#include "harness/resident/orphans.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::resident {
namespace {

constexpr int kRounds = 100;

/// waitid is cheap: /proc is read only if there is a child.
bool has_children() {
  siginfo_t any{};
  return waitid(P_ALL, 0, &any, WEXITED | WNOHANG | WNOWAIT) == 0;
}

}  // namespace

void become_adopter() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

/// From /proc/PID/stat: "PID (NAME) STATE PPID ..", where NAME may contain anything.
pid_t parent_of(pid_t process) {
  std::string stat;
  std::getline(std::ifstream("/proc/" + std::to_string(process) + "/stat"), stat);
  const auto name_end = stat.rfind(')');
  return name_end == std::string::npos || name_end + 4 > stat.size() ? -1
                                                                     : std::atoi(stat.c_str() + name_end + 4);
}

std::vector<pid_t> orphans(const std::set<pid_t>& known) {
  std::vector<pid_t> found;
  if (!has_children()) return found;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const pid_t process = std::atoi(name.c_str());
    if (!known.contains(process) && parent_of(process) == getpid()) found.push_back(process);
  }
  return found;
}

void end_orphans(const std::set<pid_t>& known) {
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<pid_t> left = orphans(known);
    if (left.empty()) return;
    for (const pid_t process : left) kill(process, SIGKILL);
    // Reaping a process makes its children ours.
    for (const pid_t process : left)
      while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) continue;
  }
}

}  // namespace assay::resident
