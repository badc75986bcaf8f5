// Compares files by stat().
#include "harness/resident/loaded_files.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <set>
#include <string>
#include <sys/stat.h>

namespace assay::resident {

namespace fs = std::filesystem;

namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return nanoseconds(time);
}

}  // namespace

LoadedFiles::LoadedFiles() : start_(now()) {}

std::optional<LoadedFiles::Stamp> LoadedFiles::stamp_of(const fs::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return std::nullopt;
  return Stamp{.device = status.st_dev,
               .inode = status.st_ino,
               .size = static_cast<std::uint64_t>(status.st_size),
               .changed = nanoseconds(status.st_ctim)};
}

void LoadedFiles::add(const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    if (stamps_.contains(file)) continue;
    const std::optional<Stamp> stamp = stamp_of(file);
    if (stamp && stamp->changed > start_) changed_meanwhile_ = true;
    stamps_.emplace(file, stamp);
  }
}

bool LoadedFiles::unchanged() const {
  return !changed_meanwhile_ && std::ranges::all_of(stamps_, [](const auto& noted) {
    return stamp_of(noted.first) == noted.second;
  });
}

std::vector<fs::path> mapped_files() {
  constexpr std::string_view kReplaced = " (deleted)";
  std::set<std::string> paths;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const auto begin = line.find('/');
    if (begin == std::string::npos) continue;
    std::string path = line.substr(begin);
    if (path.ends_with(kReplaced)) path.erase(path.size() - kReplaced.size());
    if (!path.starts_with("/dev/") && !path.starts_with("/memfd:")) paths.insert(path);
  }
  return {paths.begin(), paths.end()};
}

}  // namespace assay::resident
