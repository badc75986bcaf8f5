// Interruption: the effect of signals during its life and afterwards.
#include "harness/run/interruption.h"

#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <catch2/catch.hpp>

namespace assay::test {

TEST_CASE("a signal is noted, ends nothing, and is forgotten by the next interruption") {
  const auto before = std::signal(SIGTERM, SIG_IGN);
  {
    const Interruption interruption;
    CHECK_FALSE(interruption.came());
    raise(SIGTERM);
    CHECK(interruption.came());
  }
  {
    const Interruption interruption;
    CHECK_FALSE(interruption.came());
  }
  CHECK(std::signal(SIGTERM, before) == SIG_IGN);  // the previous handler is restored
}

/// The signal that ends a process after two SIGTERMs this far apart, or 0.
int ended_by(std::chrono::milliseconds apart) {
  const pid_t child = fork();
  if (child == 0) {
    const Interruption interruption;
    raise(SIGTERM);
    std::this_thread::sleep_for(apart);
    raise(SIGTERM);
    _exit(interruption.came() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

TEST_CASE("a second signal ends the process at once, the first one told twice does not") {
  CHECK(ended_by(std::chrono::milliseconds(150)) == SIGTERM);
  CHECK(ended_by(std::chrono::milliseconds(0)) == 0);
}

TEST_CASE("a signal reaches the child that it is passed on to") {
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  REQUIRE(child > 0);
  const Interruption interruption;
  interruption.pass_on_to(child);
  raise(SIGTERM);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
}

}  // namespace assay::test
