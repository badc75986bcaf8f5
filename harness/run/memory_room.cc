// MemoryRoom: from /proc/meminfo and the files of the memory controller.
#include "harness/run/memory_room.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr double kGigabyte = 1 << 30;
constexpr double kKilobyte = 1 << 10;

/// The number after the line's first word `name`. nullopt without such a line.
std::optional<double> figure(const fs::path& file, const std::string& name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first;
    double value = 0;
    if (words >> first >> value && first == name) return value;
  }
  return std::nullopt;
}

/// nullopt for "max" and for a missing file.
std::optional<double> only_figure(const fs::path& file) {
  double value = 0;
  std::ifstream in(file);
  return in >> value ? std::optional(value) : std::nullopt;
}

/// Bytes left within a control group's limit. Inactive file pages count as free.
std::optional<double> left_by(const fs::path& group) {
  const auto limit = only_figure(group / "memory.max");
  const auto used = only_figure(group / "memory.current");
  if (!limit || !used) return std::nullopt;
  return std::max(0.0, *limit - *used + figure(group / "memory.stat", "inactive_file").value_or(0));
}

/// The unified hierarchy's line in /proc/self/cgroup is "0::/PATH".
fs::path own_group(const fs::path& root) {
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("0::/")) return line.substr(4);
  }
  return {};
}

}  // namespace

std::optional<double> available_memory_gb(const fs::path& root) {
  const auto kilobytes = figure(root / "proc/meminfo", "MemAvailable:");
  if (!kilobytes) return std::nullopt;
  double bytes = *kilobytes * kKilobyte;
  fs::path group = own_group(root);
  while (true) {  // the limits of all enclosing groups apply
    bytes = std::min(bytes, left_by(root / "sys/fs/cgroup" / group).value_or(bytes));
    if (group.empty()) return bytes / kGigabyte;
    group = group.parent_path();
  }
}

std::optional<double> anonymous_memory_gb(pid_t pid, const fs::path& root) {
  const auto kilobytes = figure(root / "proc" / std::to_string(pid) / "status", "RssAnon:");
  return kilobytes ? std::optional(*kilobytes * kKilobyte / kGigabyte) : std::nullopt;
}

bool has_room(double limit_gb, double limits_of_running_gb, std::optional<double> available_gb) {
  return limits_of_running_gb <= 0 || !available_gb || limits_of_running_gb + limit_gb <= *available_gb;
}

}  // namespace assay
