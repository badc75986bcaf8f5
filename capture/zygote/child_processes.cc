// Forks, watches and reaps children.
#include "capture/zygote/child_processes.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "capture/cost/process_memory.h"
#include "capture/zygote/child.h"
#include "capture/zygote/interpreter.h"
#include "capture/zygote/raised.h"
#include "harness/error/error.h"
#include "harness/resident/orphans.h"

namespace assay::zygote {
namespace {

using protocol::Ended;
using protocol::Ending;

constexpr int kWatchMilliseconds = 50;
constexpr std::size_t kMaxMessageBytes = std::size_t{16} << 20;
constexpr std::size_t kNoiseBytes = 160;
constexpr std::size_t kMostStages = 4096;  // a pair has a few per run

int child_ended_writer = -1;

void note_child_ended(int) {
  const int saved = errno;
  [[maybe_unused]] const ssize_t ignored = write(child_ended_writer, "", 1);  // full: already readable
  errno = saved;
}

/// Makes SIGCHLD pollable. The signal handler has the write end.
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

void empty(int pipe) {
  std::array<char, 256> noted;
  while (read(pipe, noted.data(), noted.size()) > 0) continue;
}

void remove_graph(const protocol::Request& request) {
  std::error_code none;
  if (const std::string* path = protocol::graph_written_by(request.task))
    std::filesystem::remove(*path, none);
}

void kill_session(pid_t pid) {
  if (pid <= 0) return;
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);  // it may not have its session yet
}

}  // namespace

ChildProcesses::ChildProcesses(int requests, int replies, std::set<std::string> modules)
    : requests_(requests),
      replies_(replies),
      child_ended_(make_child_ended_pipe()),
      modules_(std::move(modules)) {
  fcntl(requests_, F_SETFL, O_NONBLOCK);
  // Adopts processes that a child leaves behind, even outside its session, to end them.
  resident::become_adopter();
}

ChildProcesses::~ChildProcesses() {
  for (const Child& child : children_) {
    kill_session(child.pid);
    if (child.pid > 0) waitpid(child.pid, nullptr, 0);
    if (child.pipe >= 0) close(child.pipe);
  }
  children_.clear();
  for (const Case& test : cases_) {
    kill_session(test.pid);
    if (test.pid > 0) waitpid(test.pid, nullptr, 0);
  }
  cases_.clear();
  resident::end_orphans({});
}

void ChildProcesses::serve() {
  bool more = true;
  while (more) {
    wait();
    for (Child& child : children_) read_messages(child);
    reap();
    keep_limits();
    more = read_requests();
    forget_ended();
    dismiss_cases();
  }
}

void ChildProcesses::wait() {
  std::vector<pollfd> descriptors{{.fd = requests_, .events = POLLIN, .revents = 0},
                                  {.fd = child_ended_, .events = POLLIN, .revents = 0}};
  for (const Child& child : children_)
    descriptors.push_back({.fd = child.pipe, .events = POLLIN, .revents = 0});
  poll(descriptors.data(), descriptors.size(), children_.empty() ? -1 : kWatchMilliseconds);
}

bool ChildProcesses::read_requests() {
  const bool open = pending_.read(requests_);
  while (const auto line = pending_.next()) begin(protocol::decode_request(*line));
  return open;
}

void ChildProcesses::begin(protocol::Request request) {
  remove_graph(request);  // a file at this path is then this capture's
  Child& child = children_.emplace_back();
  child.test = case_of(request);
  child.request = std::move(request);
  start(child);
}

void ChildProcesses::fork_here(Child& child, Case* leads) {
  std::array<int, 2> ends{}, link{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  if (leads != nullptr && socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, link.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  child.at_fork = memory_of(getpid()).value_or(ProcessMemory{});
  child.begun = Clock::now();
  const pid_t zygote = getpid();
  const pid_t pid = fork_python();
  if (pid == 0) {
    close(ends[0]);
    if (leads != nullptr) close(link[0]);
    be_child(child, ends[1], link[1], zygote);
  }
  const int error = errno;
  close(ends[1]);
  if (leads != nullptr) close(link[1]);
  child.pid = pid;
  child.pipe = ends[0];
  child.phase = Phase::kForked;
  fcntl(child.pipe, F_SETFL, O_NONBLOCK);
  if (leads != nullptr) {
    leads->requests = resident::Connection(Descriptor(link[0]));
    leads->at_fork = child.at_fork;
  }
  if (pid > 0) return;
  child.killed.emplace().ending = Ending::kNotRun;
  child.killed->message = not_forked(error);
  conclude(child, 0);
}

/// In the child: closes all descriptors of the zygote.
void ChildProcesses::be_child(const Child& child, int pipe, int case_requests, pid_t zygote) {
  std::signal(SIGCHLD, SIG_DFL);
  for (const int file : {requests_, replies_, child_ended_, child_ended_writer}) close(file);
  for (const Child& other : children_) {
    if (other.pipe >= 0) close(other.pipe);
  }
  for (Case& test : cases_) test.requests.close();
  run_child({.request = child.request,
             .pipe = pipe,
             .zygote = zygote,
             .at_fork = child.at_fork,
             .modules = modules_,
             .case_requests = case_requests});
}

void ChildProcesses::read_messages(Child& child) {
  if (child.pipe < 0) return;
  const int pipe = child.pipe;
  const bool open = child.received.read(pipe);
  take_lines(child);
  if (open || child.pipe != pipe) return;
  close(pipe);  // poll ignores a negative descriptor; SIGCHLD reports the child's end
  child.pipe = -1;
  if (child.phase == Phase::kAsked) ended_unbegun(child);
}

void ChildProcesses::take_lines(Child& child) {
  while (const auto line = child.received.next()) take(child, *line);
  if (child.received.waiting_bytes() > kMaxMessageBytes)
    kill_for(child, Ending::kDied, "wrote into the worker's own pipe, without end");
}

void ChildProcesses::take(Child& child, const std::string& line) {
  PipeLine said = read_line(line);
  const auto* began = std::get_if<Began>(&said);
  const auto* loaded = std::get_if<Loaded>(&said);
  if (const auto* stage = std::get_if<Stage>(&said)) {
    if (++child.stages > kMostStages)
      return kill_for(child, Ending::kDied, "wrote into the worker's own pipe: stages without end");
    if (child.stage == *stage) return;  // already reported by the first child of a case
    child.stage = *stage;
    child.is_written = child.is_written || *stage == Stage::kReplay;
    send(protocol::encode(protocol::StageEntered{.id = child.request.id, .stage = *stage}));
  } else if (auto* words = std::get_if<LastWords>(&said)) {
    child.last_words = std::move(*words);
  } else if (began != nullptr && child.phase == Phase::kAsked &&
             resident::parent_of(began->pid) == getpid()) {
    child.pid = began->pid;
    child.phase = Phase::kForked;
    child.test = nullptr;
  } else if (loaded != nullptr && leads_case(child)) {
    take_loaded(child, *loaded);
  } else {
    kill_for(child, Ending::kDied, "wrote into the worker's own pipe: " + bounded(line, kNoiseBytes));
  }
}

void ChildProcesses::keep_limits() {
  for (Child& child : children_) {
    if (!child.begun) continue;
    const double seconds = std::chrono::duration<double>(Clock::now() - *child.begun).count();
    if (seconds > child.request.seconds) {
      kill_for(child, Ending::kTimedOut, fmt::format("still running after {} s", child.request.seconds));
    }
    if (child.phase == Phase::kAsked && child.killed) kill_orphans();  // its child, if any, is an orphan
    if (child.phase != Phase::kForked) continue;
    const auto memory = memory_of(child.pid);
    if (!memory || memory->anonymous <= child.at_fork.anonymous) continue;
    const std::uint64_t used = memory->anonymous - child.at_fork.anonymous;
    child.peak = std::max(child.peak, used);
    if (used > allowed_bytes(child.request)) {
      kill_for(child, Ending::kOutOfMemory,
               fmt::format("used more than {} GB of memory", child.request.memory_gb));
    }
  }
}

void ChildProcesses::kill_for(Child& child, Ending why, const std::string& message) {
  if (child.killed) return;
  child.killed.emplace();
  child.killed->ending = why;
  child.killed->message = message;
  kill_session(child.phase == Phase::kAsked ? child.test->pid : child.pid);
}

void ChildProcesses::reap() {
  empty(child_ended_);
  while (true) {
    siginfo_t ended{};
    if (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == 0) return;
    // Until it is reaped, its id and its session's id stay valid.
    Child* child = child_of(ended.si_pid);
    if (child != nullptr || std::ranges::count(cases_, ended.si_pid, &Case::pid) > 0)
      kill(-ended.si_pid, SIGKILL);
    int status = 0;
    waitpid(ended.si_pid, &status, 0);
    if (child != nullptr)
      conclude(*child, status);
    else
      end_case_of(ended.si_pid);
    forget_ended();
    if (children_.empty()) kill_orphans();  // also after an orphan, whose children are then adopted
  }
}

/// A child forked by a case's process has sent its id before it ended.
ChildProcesses::Child* ChildProcesses::child_of(pid_t pid) {
  const auto known = [&] { return std::ranges::find(children_, pid, &Child::pid); };
  if (known() == children_.end()) {
    for (Child& child : children_) {
      if (child.phase == Phase::kAsked) read_messages(child);
    }
  }
  return known() == children_.end() ? nullptr : &*known();
}

void ChildProcesses::conclude(Child& child, int status) {
  const pid_t pid = child.pid;
  read_messages(child);
  if (child.phase == Phase::kAsked && child.pid != pid)
    return end_case_of(pid);  // it became its case's process
  if (child.pipe >= 0) close(child.pipe);
  child.pipe = -1;
  child.phase = Phase::kOver;
  if (!child.last_words) {
    const Ended seen = observed(child, status);
    child.last_words = LastWords{seen.ending, protocol::last_words(seen)};
  }
  // From `replay` on, a capture's file is complete. It is kept, so that a failure can be replayed alone.
  const bool captured = std::holds_alternative<protocol::Capture>(child.request.task) && child.is_written;
  const auto& [ending, words] = *child.last_words;
  if (ending != Ending::kFinished && !captured) remove_graph(child.request);
  const double seconds = std::chrono::duration<double>(Clock::now() - *child.begun).count();
  send(protocol::ended_line(words, {.child_seconds = seconds, .peak_bytes = child.peak}));
  if (child.test != nullptr) settle(*std::exchange(child.test, nullptr), Case::State::kEachForItself);
}

void ChildProcesses::forget_ended() {
  std::erase_if(children_, [](const Child& child) { return child.phase == Phase::kOver; });
}

/// The ending of a child without last words, from its exit status and output.
Ended ChildProcesses::observed(const Child& child, int status) const {
  Ended ended = child.killed.value_or(Ended{});
  ended.id = child.request.id;
  ended.stage = child.stage.value_or(Stage::kLoad);
  ended.traceback = output_tail(child.request.scratch);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  if (WIFEXITED(status)) ended.exit_code = WEXITSTATUS(status);
  if (child.killed) return ended;
  // A failed allocation where C++ cannot throw ends in abort().
  const bool bad_alloc =
      ended.signal == SIGABRT && ended.traceback.find("std::bad_alloc") != std::string::npos;
  if (!bad_alloc) return ended;
  ended.ending = Ending::kOutOfMemory;
  ended.exception = "std::bad_alloc";
  return ended;
}

/// Kills unknown children of the zygote, left behind by pairs. They are reaped like all others.
void ChildProcesses::kill_orphans() const {
  std::set<pid_t> known;
  for (const Child& child : children_) known.insert(child.pid);
  for (const Case& test : cases_) known.insert(test.pid);
  for (const pid_t orphan : resident::orphans(known)) kill(orphan, SIGKILL);
}

void ChildProcesses::send(const std::string& line) const {
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t count = write(replies_, line.data() + done, line.size() - done);
    if (count < 0 && errno != EINTR) return;  // `assay` has gone; its end of the requests reports that next
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

}  // namespace assay::zygote
