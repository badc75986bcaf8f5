// Starting a zygote, talking to it, ending it.
#include "harness/run/zygote_process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/core.h>

#include "harness/error/error.h"
#include "harness/run/outcome.h"

namespace assay {
namespace {

constexpr off_t kTailBytes = 4096;
/// A message is a few KiB; a zygote that sends megabytes without a line end has lost its mind.
constexpr std::size_t kMaxLineBytes = std::size_t{64} << 20;

[[noreturn]] void cannot_start(const Worker& worker, const std::string& found) {
  throw HarnessError({.what = fmt::format("worker '{}' cannot be started", worker.name),
                      .where = worker.program().string(),
                      .expected = "an executable program",
                      .found = found,
                      .next = fmt::format("ci/worker.sh --python {}", worker.python_executable.string())});
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// Its own process group: a terminal's Ctrl-C reaches `assay` only, which then ends its zygotes in order.
pid_t spawn(const Worker& worker, Device device, std::vector<std::string> environment, int in, int out,
            int err) {
  std::vector<std::string> arguments{worker.program().string(), "--serve", "--device",
                                     std::string(to_string(device))};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  // Nothing else of ours: a model that writes to every descriptor must not reach results.jsonl.
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t pid = -1;
  const int error = posix_spawn(&pid, arguments[0].c_str(), &actions, &attributes, pointers(arguments).data(),
                                pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) cannot_start(worker, std::strerror(error));
  return pid;
}

}  // namespace

ZygoteProcess::ZygoteProcess(const Worker& worker, Device device,
                             const std::vector<std::string>& environment) {
  // Sockets for the requests, so that writing to a dead zygote is an error code and not a SIGPIPE. All ends
  // close on exec: a zygote that held another's pipe would keep it from ever ending.
  std::array<int, 2> requests{}, replies{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, requests.data()) != 0)
    cannot_start(worker, std::strerror(errno));
  if (pipe2(replies.data(), O_CLOEXEC) != 0) cannot_start(worker, std::strerror(errno));
  requests_ = requests[0];
  replies_ = replies[0];
  fcntl(replies_, F_SETFL, O_NONBLOCK);
  stderr_ = memfd_create("assay-zygote-stderr", MFD_CLOEXEC);
  try {
    pid_ = spawn(worker, device, environment, requests[1], replies[1], stderr_);
  } catch (const HarnessError&) {
    for (const int fd : {requests_, replies_, requests[1], replies[1], stderr_}) close(fd);
    throw;
  }
  close(requests[1]);
  close(replies[1]);
}

ZygoteProcess::~ZygoteProcess() {
  close(requests_);
  close(replies_);
  // The zygote sees its requests end, kills its children and goes. It gets a second for that.
  for (int wait = 0; wait < 100 && !reap(WNOHANG); ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  kill();
  reap(0);
  close(stderr_);
}

void ZygoteProcess::send(const protocol::Request& request) {
  unsent_ += protocol::encode(request);
  write_unsent();
}

void ZygoteProcess::pump() {
  write_unsent();
  read_replies();
}

void ZygoteProcess::write_unsent() {
  while (!unsent_.empty()) {
    const ssize_t sent = ::send(requests_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
      // A broken pipe is seen, and dealt with, on the side of the replies.
      if (errno != EAGAIN && errno != EINTR) unsent_.clear();
      return;
    }
    unsent_.erase(0, static_cast<std::size_t>(sent));
  }
}

void ZygoteProcess::read_replies() {
  std::array<char, 65536> buffer;
  while (!closed_) {
    const ssize_t count = read(replies_, buffer.data(), buffer.size());
    if (count > 0) received_.append(buffer.data(), static_cast<std::size_t>(count));
    if (count == 0) closed_ = true;
    if (count < 0 && errno != EINTR) {
      if (errno != EAGAIN) closed_ = true;
      return;
    }
  }
}

std::optional<protocol::FromWorker> ZygoteProcess::take() {
  const auto end = received_.find('\n');
  if (end == std::string::npos) {
    if (received_.size() > kMaxLineBytes) return protocol::decode_from_worker(std::exchange(received_, ""));
    return std::nullopt;
  }
  const std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return protocol::decode_from_worker(line);
}

void ZygoteProcess::kill() {
  if (!status_) ::kill(-pid_, SIGKILL);
}

bool ZygoteProcess::reap(int options) {
  if (status_) return true;
  int status = 0;
  pid_t reaped = 0;
  do {
    reaped = waitpid(pid_, &status, options);
  } while (reaped < 0 && errno == EINTR);
  if (reaped == 0) return false;
  status_ = reaped == pid_ ? status : 0;
  return true;
}

std::string ZygoteProcess::ending() {
  reap(0);
  if (WIFSIGNALED(*status_)) return "died of " + signal_name(WTERMSIG(*status_));
  return fmt::format("ended with exit status {}", WEXITSTATUS(*status_));
}

std::string ZygoteProcess::stderr_tail() const {
  const off_t size = lseek(stderr_, 0, SEEK_END);
  const off_t from = size > kTailBytes ? size - kTailBytes : 0;
  std::string tail(static_cast<std::size_t>(size - from), '\0');
  const ssize_t count = pread(stderr_, tail.data(), tail.size(), from);
  tail.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  while (!tail.empty() && tail.back() == '\n') tail.pop_back();
  return tail;
}

}  // namespace assay
