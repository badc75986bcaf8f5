// Forking, watching and reaping children.
#include "capture/zygote/nursery.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <fmt/core.h>

#include "capture/zygote/child.h"
#include "capture/zygote/interpreter.h"
#include "capture/zygote/process_memory.h"
#include "capture/zygote/raised.h"
#include "harness/error/error.h"

namespace assay::zygote {
namespace {

using protocol::Ended;
using protocol::Ending;

constexpr int kWatchMilliseconds = 50;
constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30;
constexpr std::size_t kMaxMessageBytes = std::size_t{16} << 20;
constexpr std::size_t kNoiseBytes = 160;

int child_ended_writer = -1;

void note_child_ended(int) {
  const int saved = errno;
  [[maybe_unused]] const ssize_t ignored = write(child_ended_writer, "", 1);  // full: it is readable already
  errno = saved;
}

/// SIGCHLD as something to poll: the write end is the handler's.
int make_child_ended_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  child_ended_writer = ends[1];
  struct sigaction action {};
  action.sa_handler = note_child_ended;
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  sigaction(SIGCHLD, &action, nullptr);
  return ends[0];
}

/// False at the end of the file.
bool read_available(int file, std::string& text) {
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count = read(file, buffer.data(), buffer.size());
    if (count == 0) return false;
    if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) return errno == EAGAIN;
  }
}

std::string output_tail(const std::string& scratch) {
  std::ifstream file(scratch + "/output.txt", std::ios::binary | std::ios::ate);
  if (!file) return "";
  const auto size = static_cast<std::size_t>(file.tellg());
  std::string tail(std::min(size, kTracebackBytes), '\0');
  file.seekg(static_cast<std::streamoff>(size - tail.size()));
  file.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  return tail;
}

void remove_graph(const protocol::Request& request) {
  std::error_code none;
  if (const std::string* path = protocol::graph_written_by(request.task))
    std::filesystem::remove(*path, none);
}

/// The parent of `pid`, from /proc/PID/stat: "PID (NAME) STATE PPID ..", where NAME may hold anything.
pid_t parent_of(const std::string& pid) {
  std::string stat;
  std::getline(std::ifstream("/proc/" + pid + "/stat"), stat);
  const auto name_end = stat.rfind(')');
  return name_end == std::string::npos || name_end + 4 > stat.size() ? -1
                                                                     : std::atoi(stat.c_str() + name_end + 4);
}

}  // namespace

Nursery::Nursery(int requests, int replies, std::set<std::string> modules)
    : requests_(requests),
      replies_(replies),
      child_ended_(make_child_ended_pipe()),
      modules_(std::move(modules)) {
  fcntl(requests_, F_SETFL, O_NONBLOCK);
  // Processes that a child leaves behind become ours, to be ended, even those that left its session.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

Nursery::~Nursery() {
  for (const Child& child : children_) {
    kill(-child.pid, SIGKILL);
    kill(child.pid, SIGKILL);
    waitpid(child.pid, nullptr, 0);
    close(child.pipe);
  }
  kill_orphans();
}

void Nursery::serve() {
  bool more = true;
  while (more) {
    wait();
    for (Child& child : children_) read_messages(child);
    reap();
    keep_limits();
    more = read_requests();
  }
}

void Nursery::wait() {
  std::vector<pollfd> descriptors{{.fd = requests_, .events = POLLIN, .revents = 0},
                                  {.fd = child_ended_, .events = POLLIN, .revents = 0}};
  for (const Child& child : children_)
    descriptors.push_back({.fd = child.pipe, .events = POLLIN, .revents = 0});
  poll(descriptors.data(), descriptors.size(), children_.empty() ? -1 : kWatchMilliseconds);
}

bool Nursery::read_requests() {
  const bool open = read_available(requests_, pending_);
  std::size_t end = 0;
  while ((end = pending_.find('\n')) != std::string::npos) {
    const std::string line = pending_.substr(0, end);
    pending_.erase(0, end + 1);
    begin(protocol::decode_request(line));
  }
  return open;
}

void Nursery::begin(protocol::Request request) {
  std::array<int, 2> ends{};
  const auto memory = memory_of(getpid()).value_or(ProcessMemory{});
  const auto allowed = static_cast<std::uint64_t>(request.memory_gb * static_cast<double>(kGigabyte));
  remove_graph(request);  // a file that is there afterwards is this capture's
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t zygote = getpid();
  const auto now = Clock::now();
  const pid_t pid = fork_python();
  if (pid == 0) {
    std::signal(SIGCHLD, SIG_DFL);
    for (const int file : {requests_, replies_, child_ended_, child_ended_writer, ends[0]}) close(file);
    for (const Child& other : children_) close(other.pipe);
    run_child({.request = request,
               .pipe = ends[1],
               .zygote = zygote,
               .data_limit = memory.data + allowed,
               .anonymous_at_fork = memory.anonymous,
               .modules = modules_});
  }
  const int error = errno;
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    Ended ended;
    ended.id = request.id;
    ended.message = fmt::format("no process could be forked for this pair: {}", std::strerror(error));
    send(protocol::encode(ended));
    return;
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  Child& child = children_.emplace_back();
  child.request = std::move(request);
  child.pid = pid;
  child.pipe = ends[0];
  child.forked = now;
  child.anonymous_at_fork = memory.anonymous;
  child.memory_limit = allowed;
}

void Nursery::read_messages(Child& child) {
  if (child.pipe < 0) return;
  const bool open = read_available(child.pipe, child.received);
  take_lines(child);
  if (!open) {
    close(child.pipe);  // poll ignores a negative descriptor; the child's end is seen by itself
    child.pipe = -1;
  }
}

void Nursery::take_lines(Child& child) {
  std::size_t end = 0;
  while ((end = child.received.find('\n')) != std::string::npos) {
    const std::string line = child.received.substr(0, end);
    child.received.erase(0, end + 1);
    PipeLine said = read_line(line);
    if (const auto* stage = std::get_if<Stage>(&said)) {
      child.stage = *stage;
      send(protocol::encode(protocol::StageEntered{.id = child.request.id, .stage = *stage}));
    } else if (auto* words = std::get_if<LastWords>(&said)) {
      child.last_words = std::move(*words);
    } else {
      kill_for(child, Ending::kDied, "wrote into the worker's own pipe: " + bounded(line, kNoiseBytes));
    }
  }
  if (child.received.size() > kMaxMessageBytes)
    kill_for(child, Ending::kDied, "wrote into the worker's own pipe, without end");
}

void Nursery::keep_limits() {
  for (Child& child : children_) {
    const double seconds = std::chrono::duration<double>(Clock::now() - child.forked).count();
    if (seconds > child.request.seconds) {
      kill_for(child, Ending::kTimedOut, fmt::format("still running after {} s", child.request.seconds));
    }
    const auto memory = memory_of(child.pid);
    if (!memory || memory->anonymous <= child.anonymous_at_fork) continue;
    const std::uint64_t used = memory->anonymous - child.anonymous_at_fork;
    child.peak = std::max(child.peak, used);
    if (used > child.memory_limit) {
      kill_for(child, Ending::kOutOfMemory,
               fmt::format("used more than {} GB of memory", child.request.memory_gb));
    }
  }
}

void Nursery::kill_for(Child& child, Ending why, const std::string& message) {
  if (child.killed) return;
  child.killed.emplace();
  child.killed->ending = why;
  child.killed->message = message;
  kill(-child.pid, SIGKILL);
  kill(child.pid, SIGKILL);  // it may not have become a session yet
}

void Nursery::reap() {
  std::string noted;
  read_available(child_ended_, noted);
  while (true) {
    siginfo_t ended{};
    if (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == 0) return;
    // Before it is reaped its id is still its own, and so is that of its session.
    const auto child = std::ranges::find(children_, ended.si_pid, &Child::pid);
    if (child != children_.end()) kill(-child->pid, SIGKILL);
    int status = 0;
    waitpid(ended.si_pid, &status, 0);
    if (child != children_.end()) {
      conclude(*child, status);
      children_.erase(child);
    }
    if (children_.empty()) kill_orphans();  // after an orphan too: its children have become ours
  }
}

void Nursery::conclude(Child& child, int status) {
  read_messages(child);
  if (child.pipe >= 0) close(child.pipe);
  if (!child.last_words) {
    const Ended seen = observed(child, status);
    child.last_words = LastWords{seen.ending, protocol::last_words(seen)};
  }
  // From `replay` on a capture's file is whole, and is what a reader of the failure wants to replay by
  // itself.
  const bool captured =
      std::holds_alternative<protocol::Capture>(child.request.task) && child.stage >= Stage::kReplay;
  const auto& [ending, words] = *child.last_words;
  if (ending != Ending::kFinished && !captured) remove_graph(child.request);
  const double seconds = std::chrono::duration<double>(Clock::now() - child.forked).count();
  send(protocol::ended_line(words, {.child_seconds = seconds, .peak_bytes = child.peak}));
}

/// A child that said nothing last: what its exit status and its output tell.
Ended Nursery::observed(const Child& child, int status) const {
  Ended ended = child.killed.value_or(Ended{});
  ended.id = child.request.id;
  ended.stage = child.stage;
  ended.traceback = output_tail(child.request.scratch);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  if (WIFEXITED(status)) ended.exit_code = WEXITSTATUS(status);
  if (child.killed) return ended;
  // An allocation that fails where C++ cannot throw ends in abort().
  const bool bad_alloc =
      ended.signal == SIGABRT && ended.traceback.find("std::bad_alloc") != std::string::npos;
  if (!bad_alloc) return ended;
  ended.ending = Ending::kOutOfMemory;
  ended.exception = "std::bad_alloc";
  return ended;
}

/// With no child of ours left, every child is an orphan; waitid says cheaply whether there is any.
void Nursery::kill_orphans() const {
  siginfo_t any{};
  if (waitid(P_ALL, 0, &any, WEXITED | WNOHANG | WNOWAIT) != 0) return;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos && parent_of(name) == getpid())
      kill(std::stoi(name), SIGKILL);
  }
}

void Nursery::send(const std::string& line) const {
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t count = write(replies_, line.data() + done, line.size() - done);
    if (count < 0 && errno != EINTR) return;  // `assay` has gone: its end of the requests says so next
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

}  // namespace assay::zygote
