// Orphans, with real processes.
#include "harness/resident/orphans.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

namespace assay::resident {
namespace {

/// Starts a sleeping process `depth` generations down. Each generation starts a session and leaves the next.
/// Returns the id after every generation above has ended, so its adopter is final.
pid_t leave_daemon(int depth) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t first = fork();
  if (first == 0) {
    for (int i = 0; i < depth; ++i) {
      setsid();
      const pid_t parent = getpid();
      if (fork() != 0) _exit(0);
      while (getppid() == parent) sched_yield();
    }
    const pid_t own = getpid();
    if (write(ends[1], &own, sizeof own) != sizeof own) _exit(1);
    close(ends[0]);
    close(ends[1]);
    pause();
    _exit(0);
  }
  pid_t daemon = -1;
  REQUIRE(read(ends[0], &daemon, sizeof daemon) == sizeof daemon);
  close(ends[0]);
  close(ends[1]);
  if (depth > 0) waitpid(first, nullptr, 0);
  return daemon;
}

/// Starts a process that starts another and waits, like a daemon with its own daemon.
pid_t leave_pair(pid_t& below) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t above = fork();
  if (above == 0) {
    const pid_t child = fork();
    if (child != 0 && write(ends[1], &child, sizeof child) != sizeof child) _exit(1);
    setsid();
    pause();
    _exit(0);
  }
  REQUIRE(read(ends[0], &below, sizeof below) == sizeof below);
  close(ends[0]);
  close(ends[1]);
  return above;
}

bool is_there(pid_t process) { return kill(process, 0) == 0; }

TEST_CASE("daemons are adopted and ended, however many generations left each other") {
  become_adopter();
  const pid_t near = leave_daemon(1), far = leave_daemon(4);
  CHECK(parent_of(far) == getpid());
  const std::vector<pid_t> found = orphans({});  // includes processes that have ended in between
  CHECK(std::ranges::count(found, near) == 1);
  CHECK(std::ranges::count(found, far) == 1);
  end_orphans({});
  CHECK_FALSE(is_there(near));
  CHECK_FALSE(is_there(far));
}

TEST_CASE("what an orphan has started is ended with it") {
  become_adopter();
  pid_t below = -1;
  const pid_t above = leave_pair(below);
  REQUIRE(is_there(below));
  CHECK(orphans({}) == std::vector<pid_t>{above});
  end_orphans({});
  CHECK_FALSE(is_there(above));
  CHECK_FALSE(is_there(below));
}

TEST_CASE("children that are known are neither ended nor reaped") {
  become_adopter();
  const pid_t known = leave_daemon(0), other = leave_daemon(2);
  end_orphans({known});
  CHECK(is_there(known));
  CHECK_FALSE(is_there(other));
  REQUIRE(kill(known, SIGKILL) == 0);
  int status = 0;
  CHECK(waitpid(known, &status, 0) == known);
  CHECK(WIFSIGNALED(status));
}

TEST_CASE("of a process that is not there nobody is the parent, and without children there are no orphans") {
  CHECK(parent_of(-5) == -1);
  CHECK(orphans({}).empty());
  end_orphans({});
}

}  // namespace
}  // namespace assay::resident
