// Commands and the zygotes that stay between them, with a worker without Python.
#include "harness/run/residents.h"

#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/run/outcome.h"
#include "harness/run/pool.h"
#include "harness/testing/scratch_folder.h"
#include "harness/testing/workers_on_disk.h"

namespace assay {
namespace {

constexpr std::chrono::hours kPatient{1};

/// A worker and the folder of its zygotes, which end with it.
struct Place {
  Place() { workers.add("default", "2.15.0", "/v/bin/python"); }
  ~Place() {
    for (const pid_t process : processes()) kill(process, SIGKILL);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  std::vector<pid_t> processes() const {
    std::vector<pid_t> all;
    for (const auto& zygote : residents_in(*folder, kPatient)) all.push_back(zygote.process);
    return all;
  }
  /// Runs a command on these cases, whose ids script the worker, and returns their endings.
  std::vector<std::string> command(const std::vector<std::string>& cases, Residence residence) const {
    std::vector<std::string> endings;
    PoolOptions options{.residence = residence};
    options.on_ended = [&](const PairEnding& ending) {
      endings.push_back(describe(ending.ended));
      return Proceed::kGoOn;
    };
    run(cases, options);
    return endings;
  }
  void run(const std::vector<std::string>& cases, const PoolOptions& options) const {
    std::vector<Job> jobs;
    for (const std::string& id : cases) {
      protocol::Capture task;
      task.subject.test["case"] = id;
      jobs.emplace_back().request.task = std::move(task);
    }
    run_pairs(select_worker(workers.root(), {}), jobs, options);
  }
  std::vector<std::string> command(const std::vector<std::string>& cases) const {
    return command(cases, {.folder = folder});
  }

  TestWorkers workers;
  ScratchFolder scratch;
  std::shared_ptr<const ResidentFolder> folder =
      std::make_shared<const ResidentFolder>(scratch / "residents");
};

using Lines = std::vector<std::string>;
const Lines kFinished{"finished in stage write"};

void wait_for_end(pid_t process) {
  const Descriptor ending(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
  pollfd ended{.fd = ending.get(), .events = POLLIN, .revents = 0};
  if (ending) poll(&ended, 1, -1);
}

TEST_CASE("a second command is served by the zygote that the first one left") {
  const Place place;
  CHECK(place.command({"a"}) == kFinished);
  const auto first = place.processes();
  REQUIRE(first.size() == 1);
  CHECK(place.command({"b"}) == kFinished);
  CHECK(place.processes() == first);
}

TEST_CASE("what has grown is the session of a command: another is forked from the same zygote, which stays") {
  for (const double limit : {0.05, 1.0}) {
    const Place place;
    Lines processes;
    PoolOptions options{.residence = {.folder = place.folder}, .growth_gb = limit};
    options.on_ended = [&](const PairEnding& ending) {
      processes.push_back(ending.ended.message);
      return Proceed::kGoOn;
    };
    place.run({"process", "grow", "process"}, options);
    REQUIRE(processes.size() == 3);
    CHECK(processes[0] == processes[1]);
    CHECK((processes[1] == processes[2]) == (limit > 0.5));
    CHECK(place.processes().size() == 1);
  }
}

TEST_CASE("a command without residence leaves none, and uses none") {
  const Place place;
  CHECK(place.command({"a"}, {}) == kFinished);
  CHECK(place.processes().empty());
}

TEST_CASE("a worker that was upgraded is not served by the old zygote, which goes") {
  const Place place;
  place.command({"a"});
  const auto old = place.processes();
  REQUIRE(old.size() == 1);
  TestWorkers::write(place.workers.root() / "default" / "upgrade", "");
  std::filesystem::rename(place.workers.root() / "default" / "worker.json",
                          place.workers.root() / "default" / "before");
  std::filesystem::copy_file(place.workers.root() / "default" / "before",
                             place.workers.root() / "default" / "worker.json");
  CHECK(place.command({"b"}) == kFinished);
  wait_for_end(old[0]);
  const auto now = place.processes();
  REQUIRE(now.size() == 1);
  CHECK(now != old);
}

TEST_CASE("a zygote that was killed is replaced by the next command") {
  const Place place;
  place.command({"a"});
  const auto old = place.processes();
  REQUIRE(old.size() == 1);
  kill(old[0], SIGKILL);
  wait_for_end(old[0]);
  CHECK(place.processes().empty());
  CHECK(place.command({"b"}) == kFinished);
  CHECK(place.processes().size() == 1);
}

TEST_CASE("a session that dies costs the pair in flight, says of what, and the same zygote forks another") {
  const Place place;
  CHECK(place.command({"a", "die", "c"}) == Lines{"finished in stage write",
                                                  "ended by itself with exit status 0 in stage capture: the "
                                                  "worker process died of SIGKILL while this pair ran",
                                                  "finished in stage write"});
  CHECK(place.processes().size() == 1);
}

TEST_CASE("a worker that cannot start says why, and nothing stays") {
  const Place place;
  TestWorkers::write(place.workers.root() / "default" / "start", "import_error");
  CHECK_THROWS_WITH(place.command({"a"}), Catch::Contains("ended with exit status 1") &&
                                              Catch::Contains("No module named 'torch'"));
  CHECK(place.processes().empty());
}

TEST_CASE("a zygote says of itself what the doctor shows") {
  const Place place;
  place.command({"a"});
  const auto all = residents_in(*place.folder, kPatient);
  REQUIRE(all.size() == 1);
  CHECK(all[0].device == "cpu");
  CHECK(all[0].idle_limit == 600);
  CHECK(all[0].sessions == 0);
}

TEST_CASE("a zygote that stays holds nothing of the command that started it") {
  const Place place;
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);  // as of a terminal or `$(assay capture ..)`: inherited by every child
  place.command({"a"});
  REQUIRE(place.processes().size() == 1);
  close(ends[1]);
  char nothing = 0;
  CHECK(read(ends[0], &nothing, 1) == 0);  // would block while any process held the other end
  close(ends[0]);
}

}  // namespace
}  // namespace assay
