// SpawnedProcess: the leftovers of workers that it ends, and the processes it spares.
#include "harness/run/serving_process.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "harness/resident/orphans.h"

namespace assay {
namespace {

enum class Session { kOurs, kItsOwn };

/// A sleeping child, already in its session when this returns.
pid_t sleeping_child(Session session) {
  const pid_t child = fork();
  if (child == 0) {
    if (session == Session::kItsOwn) setsid();
    raise(SIGSTOP);
    pause();
    _exit(0);
  }
  waitpid(child, nullptr, WUNTRACED);
  return child;
}

bool runs(pid_t process) { return waitpid(process, nullptr, WNOHANG) == 0; }

TEST_CASE("of the children of this process those in a session of their own are what workers left, and end") {
  const pid_t left = sleeping_child(Session::kItsOwn), ours = sleeping_child(Session::kOurs);
  REQUIRE(resident::orphans({}).size() == 2);
  SpawnedProcess::end_orphans();
  CHECK_FALSE(runs(left));
  CHECK(runs(ours));
  kill(ours, SIGKILL);
  waitpid(ours, nullptr, 0);
}

}  // namespace
}  // namespace assay
