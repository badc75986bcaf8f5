// Surroundings: from the kernel.
#include "capture/zygote/surroundings.h"

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>

namespace assay::zygote {
namespace {

namespace fs = std::filesystem;

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    names.insert(entry->path().filename().string());
  return names;
}

/// Without the descriptor of this listing itself.
std::set<std::string> open_descriptors() {
  std::set<std::string> descriptors;
  for (const std::string& name : names_in("/proc/self/fd")) {
    std::error_code closed;
    const fs::path target = fs::read_symlink("/proc/self/fd/" + name, closed);
    if (!closed) descriptors.insert(name + " " + target.string());
  }
  return descriptors;
}

/// "BEGIN-END rw-s OFFSET DEVICE INODE PATH".
std::set<std::string> shared_mappings() {
  std::set<std::string> mappings;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t access = line.find(' ') + 1;
    if (line.size() > access + 3 && line[access + 1] == 'w' && line[access + 3] == 's') mappings.insert(line);
  }
  return mappings;
}

bool has_children() {
  siginfo_t any{};
  return waitid(P_ALL, 0, &any, WEXITED | WNOHANG | WNOWAIT) == 0;
}

bool has_timer() {
  itimerval timer{};
  getitimer(ITIMER_REAL, &timer);
  return timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0;
}

}  // namespace

Surroundings surroundings() {
  struct stat current {};
  stat(".", &current);
  return {.threads = names_in("/proc/self/task").size(),
          .has_children = has_children(),
          .has_timer = has_timer(),
          .descriptors = open_descriptors(),
          .shared_memory = shared_mappings(),
          .device = current.st_dev,
          .folder = current.st_ino,
          .files = names_in(".")};
}

}  // namespace assay::zygote
