// Cases: which process forks a request's child, and when a case's process ends.
#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "capture/zygote/child_processes.h"

namespace assay::zygote {
namespace {

/// A file with the request's line, because a case may be longer than a socket message.
Descriptor file_of(const protocol::Request& request) {
  Descriptor file(memfd_create("assay-request", MFD_CLOEXEC));
  const std::string line = protocol::encode(request);
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t count = write(file.get(), line.data() + done, line.size() - done);
    if (count < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "memfd");
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return file;
}

}  // namespace

/// Null for a request that shares no load.
ChildProcesses::Case* ChildProcesses::case_of(const protocol::Request& request) {
  const protocol::Subject* subject = protocol::subject_of(request.task);
  if (subject == nullptr) return nullptr;
  const std::string text = subject->test.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  auto found = std::ranges::find(cases_, text, &Case::subject);
  if (found == cases_.end() && request.further == 0) return nullptr;
  if (found == cases_.end()) {
    cases_.emplace_back().subject = text;
    found = std::prev(cases_.end());
  }
  found->all_asked = request.further == 0;
  return &*found;
}

void ChildProcesses::start(Child& child) {
  Case* const test = child.test;
  if (test == nullptr || test->state == Case::State::kEachForItself) {
    child.test = nullptr;
    fork_here(child, nullptr);
  } else if (test->state == Case::State::kNew) {
    test->state = Case::State::kLoading;
    fork_here(child, test);
  } else if (test->state == Case::State::kShared) {
    ask_case(child);
  }  // otherwise it waits
}

/// If the case's process is gone, the pipe reports it, because nobody else has its other end.
void ChildProcesses::ask_case(Child& child) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const Descriptor its_end(ends[1]), request = file_of(child.request);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  child.pipe = ends[0];
  child.phase = Phase::kAsked;
  child.at_fork = child.test->at_fork;
  if (!child.begun) child.begun = Clock::now();
  child.test->requests.send("fork", std::array{its_end.get(), request.get()});
}

bool ChildProcesses::leads_case(const Child& child) {
  return child.phase == Phase::kForked && child.test != nullptr && child.test->state == Case::State::kLoading;
}

void ChildProcesses::take_loaded(Child& child, Loaded loaded) {
  Case& test = *child.test;
  if (loaded == Loaded::kForItself) {
    child.test = nullptr;
    return settle(test, Case::State::kEachForItself);
  }
  test.pid = std::exchange(child.pid, -1);
  close(child.pipe);
  child.received = {};
  ask_case(child);
  settle(test, Case::State::kShared);
}

/// No child was forked, or it ended at once.
void ChildProcesses::ended_unbegun(Child& child) {
  if (child.killed || child.last_words) return conclude(child, 0);
  child.test = nullptr;
  fork_here(child, nullptr);
}

/// The source of the case's children is now fixed. Starts those that wait for it.
void ChildProcesses::settle(Case& test, Case::State state) {
  test.state = state;
  for (Child& child : children_) {
    if (child.test == &test && child.phase == Phase::kWaiting) start(child);
  }
}

void ChildProcesses::end_case_of(pid_t pid) {
  const auto test = std::ranges::find(cases_, pid, &Case::pid);
  if (test == cases_.end()) return;
  test->pid = -1;
  test->requests.close();
  test->state = Case::State::kEachForItself;
}

/// A case's process ends after the child of its last request has started.
void ChildProcesses::dismiss_cases() {
  const auto needed = [&](const Case& test) {
    return !test.all_asked || std::ranges::count(children_, &test, &Child::test) > 0;
  };
  for (Case& test : cases_) {
    if (!needed(test)) test.requests.close();
  }
  std::erase_if(cases_, [&](const Case& test) { return test.pid < 0 && !needed(test); });
}

}  // namespace assay::zygote
