// Reading /proc/PID/status.
#include "capture/cost/process_memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace assay::zygote {
namespace {

/// "RssAnon:\t    1234 kB": the figure in bytes; 0 if the line is missing.
std::uint64_t field(std::string_view status, std::string_view name) {
  const auto start = status.find(name);
  if (start == std::string_view::npos) return 0;
  const auto digits = status.find_first_of("0123456789", start + name.size());
  if (digits == std::string_view::npos) return 0;
  std::uint64_t kilobytes = 0;
  std::from_chars(status.data() + digits, status.data() + status.size(), kilobytes);
  return kilobytes * 1024;
}

}  // namespace

std::optional<ProcessMemory> memory_of(pid_t pid) {
  const int file = open(("/proc/" + std::to_string(pid) + "/status").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::array<char, 4096> buffer;
  const ssize_t count = read(file, buffer.data(), buffer.size());
  close(file);
  if (count <= 0) return std::nullopt;
  const std::string_view status(buffer.data(), static_cast<std::size_t>(count));
  return ProcessMemory{.resident_peak = field(status, "\nVmHWM:"),
                       .anonymous = field(status, "\nRssAnon:") + field(status, "\nRssShmem:"),
                       .file = field(status, "\nRssFile:"),
                       .data = field(status, "\nVmData:")};
}

std::uint64_t peak_anonymous(const ProcessMemory& memory) {
  // The kernel keeps a peak of all resident memory only. A short-lived child rarely loses file pages, so the
  // rest of the peak was anonymous.
  const std::uint64_t rest = memory.resident_peak > memory.file ? memory.resident_peak - memory.file : 0;
  return std::max(rest, memory.anonymous);
}

}  // namespace assay::zygote
