// run_filter: stdin and stderr are files in memory, so that only stdout can block.
#include "reports/drawing/filter_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/files/descriptor.h"
#include "harness/files/write_all.h"
#include "harness/words/utf8.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;

/// An anonymous file in memory, positioned at its beginning.
Descriptor memory_file(std::string_view text) {
  Descriptor file(memfd_create("assay", MFD_CLOEXEC));
  if (!file || !write_all(file.get(), text)) return {};
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

std::string beginning_of(int file) {
  std::array<char, 2000> buffer{};
  const ssize_t size = pread(file, buffer.data(), buffer.size(), 0);
  return std::string(buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
}

/// Starts the program with only these three descriptors open. Returns errno, or 0.
int start(std::vector<std::string>& arguments, const std::array<int, 3>& ends, pid_t& child) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (std::size_t i = 0; i < ends.size(); ++i)
    posix_spawn_file_actions_adddup2(&actions, ends[i], static_cast<int>(i));
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  const int error = posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Reads to the end of the output or to a limit.
Filtered::End read_all(int from, const FilterLimits& limits, std::string& output) {
  const Clock::time_point last = Clock::now() + limits.time;
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(last - Clock::now()).count();
    pollfd watched{from, POLLIN, 0};
    const int ready = left <= 0 ? 0 : poll(&watched, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return Filtered::End::kTooSlow;
    const ssize_t size = read(from, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return Filtered::End::kDone;
    if (output.size() + static_cast<std::size_t>(size) > limits.bytes) return Filtered::End::kTooLarge;
    output.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

}  // namespace

Filtered run_filter(std::vector<std::string> arguments, std::string_view input, const FilterLimits& limits) {
  Filtered filtered;
  const Descriptor in = memory_file(input), complaints = memory_file("");
  std::array<int, 2> pipe_ends{-1, -1};
  if (!in || !complaints || pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    return {Filtered::End::kFailed, "", std::strerror(errno)};
  const Descriptor from(pipe_ends[0]);
  Descriptor to(pipe_ends[1]);
  pid_t child = -1;
  if (const int error = start(arguments, {in.get(), to.get(), complaints.get()}, child); error != 0)
    return {error == ENOENT ? Filtered::End::kAbsent : Filtered::End::kFailed, "", std::strerror(error)};
  to.reset();
  filtered.end = read_all(from.get(), limits, filtered.output);
  if (filtered.end != Filtered::End::kDone) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (filtered.end == Filtered::End::kDone && status != 0) filtered.end = Filtered::End::kFailed;
  filtered.complaint = shortened(beginning_of(complaints.get()), 400);
  return filtered;
}

}  // namespace assay
