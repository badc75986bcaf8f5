// Interruption: what a signal does while one lives, and afterwards.
#include "harness/app/interruption.h"

#include <csignal>
#include <sys/wait.h>
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
  CHECK(std::signal(SIGTERM, before) == SIG_IGN);  // who was there before is there again
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
