// run_pairs: every job ends exactly once, and a bad pair costs only itself.
#include "harness/run/pool.h"

#include <algorithm>
#include <csignal>
#include <fstream>

#include <catch2/catch.hpp>
#include <fmt/core.h>

#include "harness/error/error.h"
#include "harness/run/outcome.h"
#include "harness/testing/workers_on_disk.h"

namespace assay {
namespace {

using Lines = std::vector<std::string>;

/// The fake worker behaves as the id of a case says.
std::vector<Job> jobs_of(const Lines& cases) {
  std::vector<Job> jobs;
  for (const std::string& id : cases) {
    Job job;
    job.pair.case_id = id;
    protocol::Capture task;
    task.subject.test["case"] = id;
    job.request.task = std::move(task);
    jobs.push_back(job);
  }
  return jobs;
}

/// Runs fake pairs and collects "CASE: ENDING" lines in order of ending.
struct Run {
  explicit Run(const std::string& start = "") {
    TestWorkers::write(workers.add("default", "2.15.0", "/v/bin/python") / "start", start);
    options.on_ended = [this](const PairEnding& ending) {
      endings.push_back(ending.job.pair.case_id + ": " + describe(ending.ended));
      messages.push_back(ending.ended.message);
      const bool stops = !stop_at.empty() && ending.job.pair.case_id == stop_at;
      return stops ? Proceed::kStop : Proceed::kGoOn;
    };
  }
  RunEnd jobs(const std::vector<Job>& list) {
    return run_pairs(select_worker(workers.root(), {}), list, options);
  }
  RunEnd operator()(const Lines& cases) { return jobs(jobs_of(cases)); }
  std::string refusal(const Lines& cases) {
    try {
      (*this)(cases);
    } catch (const HarnessError& error) {
      return to_message(error.parts());
    }
    return "(ran)";
  }

  TestWorkers workers;
  PoolOptions options;
  std::string stop_at;
  Lines endings, messages;
};

TEST_CASE("jobs begin in their order and each ends once") {
  Run run;
  CHECK(run({"a", "raise", "c"}) == RunEnd::kAllDone);
  CHECK(run.endings == Lines{"a: finished in stage write", "raise: TraceError in stage capture",
                             "c: finished in stage write"});
}

TEST_CASE("stages are passed on as they are entered") {
  Run run;
  Lines stages;
  run.options.on_stage = [&](const Job& job, Stage stage) {
    stages.push_back(fmt::format("{}: {}", job.pair.case_id, to_string(stage)));
  };
  run({"a", "b"});
  CHECK(stages == Lines{"a: capture", "b: capture"});
}

TEST_CASE("a worker gets no descriptor of ours: what writes to all of them reaches no results") {
  std::FILE* ours = std::tmpfile();  // like a results file: open across exec
  REQUIRE(ours != nullptr);
  Run run;
  run({"scribble"});
  CHECK(run.messages == Lines{""});
  std::fseek(ours, 0, SEEK_END);
  CHECK(std::ftell(ours) == 0);
  std::fclose(ours);
}

TEST_CASE("a worker that is killed costs the pair in flight and is started again for the rest") {
  Run run;
  CHECK(run({"a", "die", "c"}) == RunEnd::kAllDone);
  CHECK(run.endings == Lines{"a: finished in stage write",
                             "die: ended by itself with exit status 0 in stage capture: the worker process "
                             "died of SIGKILL while this pair ran",
                             "c: finished in stage write"});
}

TEST_CASE(
    "a worker that has grown by more than the limit is ended and started again, one that has not stays") {
  for (const double limit : {0.05, 1.0}) {
    Run run;
    std::size_t recycled = 0;
    run.options.growth_gb = limit;  // `grow` takes 1/16 GB
    run.options.on_recycled = [&](Device) { ++recycled; };
    CHECK(run({"process", "grow", "process", "process", "grow"}) == RunEnd::kAllDone);
    REQUIRE(run.messages.size() == 5);
    CHECK(run.messages[0] == run.messages[1]);
    CHECK((run.messages[1] == run.messages[2]) == (limit > 0.5));
    CHECK(run.messages[2] == run.messages[4]);
    CHECK(recycled == (limit > 0.5 ? 0 : 1));  // no restart after the last pair
  }
}

TEST_CASE("a worker that has grown ends what runs in it first: every pair ends once, none for it") {
  Run run;
  run.options.growth_gb = 0.05;
  run.options.parallel = 3;
  CHECK(run({"grow", "process", "grow", "process", "grow", "process", "process"}) == RunEnd::kAllDone);
  CHECK(run.endings.size() == 7);
  CHECK(std::ranges::all_of(run.endings, [](const std::string& ending) {
    return ending.find(": finished in stage write") != std::string::npos;
  }));
}

TEST_CASE("a worker that exits, and one that dies within a line, cost the pair in flight") {
  Run run;
  CHECK(run({"exit", "torn", "c"}) == RunEnd::kAllDone);
  REQUIRE(run.messages.size() == 3);
  CHECK(run.messages[0] == "the worker process ended with exit status 3 while this pair ran");
  CHECK(run.messages[1] == "the worker process died of SIGSEGV while this pair ran");
  CHECK(run.endings[2] == "c: finished in stage write");
}

TEST_CASE("noise among the messages ends the worker, is shown, and costs the pair in flight") {
  Run run;
  CHECK(run({"noise", "another", "c"}) == RunEnd::kAllDone);
  REQUIRE(run.messages.size() == 3);
  CHECK(
      run.messages[0] ==
      "the worker process was ended: not a protocol message, found: Hello from a model while this pair ran");
  CHECK(run.messages[1] ==
        "the worker process was ended: a message about a pair that does not run, found: 1001 while this pair "
        "ran");
  CHECK(run.endings[2] == "c: finished in stage write");
}

void require_timed_out_alone(const std::string& how) {
  Run run;
  run.options.grace_seconds = 0.1;
  auto jobs = jobs_of({how, "b"});
  jobs[0].request.seconds = 0.1;
  CHECK(run.jobs(jobs) == RunEnd::kAllDone);
  REQUIRE(run.endings.size() == 2);
  CHECK_THAT(run.endings[0], Catch::StartsWith(how + ": time limit in stage capture"));
  CHECK(run.endings[1] == "b: finished in stage write");
}

TEST_CASE("a worker that hangs beyond a pair's limit and the grace is ended, and the pair timed out") {
  require_timed_out_alone("hang");
}

TEST_CASE("a worker that says that it enters stages without end is ended at its pair's limit and the grace") {
  require_timed_out_alone("flood");
}

TEST_CASE("the pairs behind a dead worker end as died too when they were in flight, and only those") {
  Run run;
  run.options.parallel = 2;
  CHECK(run({"die", "b", "c", "d"}) == RunEnd::kAllDone);
  REQUIRE(run.endings.size() == 4);
  CHECK_THAT(run.endings[0], Catch::StartsWith("die: ended by itself"));
  CHECK_THAT(run.endings[1], Catch::StartsWith("b: ended by itself"));
  CHECK(run.endings[2] == "c: finished in stage write");
  CHECK(run.endings[3] == "d: finished in stage write");
}

TEST_CASE("a pair's temporary folder is there for it and gone after its ending") {
  Run run;
  bool existed = false;
  run.options.on_ended = [&](const PairEnding& ending) {
    existed = std::filesystem::exists(ending.ended.message + "/left_behind");
    run.messages.push_back(ending.ended.message);
    return Proceed::kGoOn;
  };
  run({"scratch"});
  CHECK(existed);
  CHECK_FALSE(std::filesystem::exists(std::filesystem::path(run.messages.at(0)).parent_path()));
}

TEST_CASE("a graph's path is made absolute: a child works in a folder of its own") {
  Run run;
  auto jobs = jobs_of({"paths"});
  std::get<protocol::Capture>(jobs[0].request.task).graph_path = "results/a.json";
  run.jobs(jobs);
  CHECK(run.messages == Lines{(std::filesystem::current_path() / "results/a.json").string()});
}

TEST_CASE("a worker is told how many pairs of the same case and device are still to come") {
  Run run;
  auto jobs = jobs_of({"further", "a", "further", "further", "b"});
  jobs.insert(jobs.begin(), 2, Job{});  // nothing to load
  run.jobs(jobs);
  CHECK(run.messages == Lines{"", "", "2", "", "1", "0", ""});
}

TEST_CASE("no pair begins for whose limit there is no memory beside those at work, one always may") {
  Run run;
  run.options.parallel = 4;
  run.options.grace_seconds = 600;
  double available = 12;
  Lines held;
  std::size_t most = 0;
  run.options.available_gb = [&] { return std::optional(available); };
  run.options.on_held = [&](const Job& job, std::size_t running) {
    held.push_back(fmt::format("{}: {}", job.pair.case_id, running));
    most = std::max(most, running);
  };
  run({"a", "b", "c", "d"});  // 6 GB each
  CHECK(most == 2);
  CHECK(held.front() == "c: 2");
  CHECK(run.endings.size() == 4);

  held.clear(), most = 0, available = 1;
  run({"a", "b"});
  CHECK(held == Lines{"b: 1"});
  CHECK(run.endings.size() == 6);

  held.clear(), available = 24;
  run({"a", "b", "c", "d"});
  CHECK(held.empty());
}

TEST_CASE("an ending has the seconds since its request, whatever its worker says") {
  Run run;
  std::vector<double> seconds;
  run.options.on_ended = [&](const PairEnding& ending) {
    seconds.push_back(ending.ended.cost.pair_seconds);
    return Proceed::kGoOn;
  };
  run({"a", "die", "b"});
  REQUIRE(seconds.size() == 3);
  CHECK(std::ranges::all_of(seconds, [](double value) { return value > 0; }));
}

TEST_CASE("fail-fast: what the callback says stops the run, and no further pair ends") {
  Run run;
  run.stop_at = "raise";
  CHECK(run({"a", "raise", "c", "d"}) == RunEnd::kStopped);
  CHECK(run.endings.size() == 2);
}

TEST_CASE("what the callback throws about an ending ends the run, it is not taken for a worker's nonsense") {
  Run run;
  run.options.on_ended = [&](const PairEnding& ending) -> Proceed {
    run.endings.push_back(describe(ending.ended));
    throw HarnessError({.what = "the disk is full"});
  };
  CHECK_THAT(run.refusal({"a", "b"}), Catch::StartsWith("the disk is full"));
  CHECK(run.endings.size() == 1);
}

TEST_CASE("an interrupt gives up what runs and keeps what has ended") {
  Run run;
  std::atomic<bool> interrupted = false;
  run.options.interrupted = &interrupted;
  run.options.on_stage = [&](const Job& job, Stage) { interrupted = job.pair.case_id == "hang"; };
  CHECK(run({"a", "hang", "c"}) == RunEnd::kInterrupted);
  CHECK(run.endings == Lines{"a: finished in stage write"});
}

TEST_CASE("each device has a worker process of its own, and cuda without a GPU has the phantom's") {
  Run run;
  const Worker worker = select_worker(run.workers.root(), {});
  std::filesystem::create_directories(worker.folder / "lib");
  TestWorkers::write(worker.phantom_library(), "");  // not a library: the loader warns and continues
  Lines served;
  run.options.on_ended = [&](const PairEnding& ending) {
    served.push_back(std::string(to_string(ending.worker.device)) + " " + ending.worker.phantom);
    return Proceed::kGoOn;
  };
  auto jobs = jobs_of({"a", "b"});
  jobs[1].pair.device = Device::kCuda;
  CHECK(run.jobs(jobs) == RunEnd::kAllDone);
  CHECK(served == Lines{"cpu ", "cuda sm_90"});
}

TEST_CASE("a worker that cannot import ends the run with what it printed") {
  Run run("import_error");
  CHECK(run.refusal({"a"}) ==
        to_message({.what = "worker 'default' cannot serve device cpu: it ended with exit status 1",
                    .where = (run.workers.root() / "default/bin/assay-capture").string(),
                    .expected = "a hello after its imports",
                    .found = "ModuleNotFoundError: No module named 'torch'",
                    .next = "assay doctor"}));
  CHECK(run.endings.empty());
}

TEST_CASE(
    "a worker that never says hello, that speaks another version, that dies without a pair, or is no program "
    "ends the run") {
  Run mute("mute"), other("other_version"), none;
  mute.options.start_seconds = 0.1;
  CHECK_THAT(mute.refusal({"a"}), Catch::Contains("it gave no hello in 0.1 s"));
  CHECK_THAT(other.refusal({"a"}),
             Catch::Contains("expected: protocol version 11\n  found: protocol version 12"));
  std::filesystem::remove(none.workers.root() / "default/bin/assay-capture");
  CHECK_THAT(none.refusal({"a"}), Catch::Contains("worker 'default' cannot be started") &&
                                      Catch::Contains("next: ci/worker.sh --python"));
}

TEST_CASE("pairs that kill their worker cost themselves alone, however many there are in a row") {
  Run run;
  CHECK(run({"die", "exit", "die", "torn", "die", "exit", "b"}) == RunEnd::kAllDone);
  REQUIRE(run.endings.size() == 7);
  for (std::size_t i = 0; i < 6; ++i) CHECK(run.endings[i].find(": ended by itself") != std::string::npos);
  CHECK(run.endings[6] == "b: finished in stage write");
}

TEST_CASE("a worker that dies of an empty capture three times ends the run, not the zoo pair by pair") {
  Run run;
  TestWorkers::write(run.workers.root() / "default/broken", "");
  CHECK_THAT(run.refusal({"a", "die", "never", "never"}),
             Catch::Contains("cannot serve device cpu: it died of SIGKILL of an empty capture"));
  CHECK(run.endings.size() == 2);
}

TEST_CASE("workers of two devices that die together each prove themselves, in a folder of their own") {
  Run run;
  const Worker worker = select_worker(run.workers.root(), {});
  std::filesystem::create_directories(worker.folder / "lib");
  TestWorkers::write(worker.phantom_library(), "");
  std::vector<Job> jobs = jobs_of({"die", "die", "a", "b"});
  jobs[1].pair.device = jobs[3].pair.device = Device::kCuda;
  run.options.parallel = 2;
  CHECK(run.jobs(jobs) == RunEnd::kAllDone);
  std::ifstream proofs(worker.folder / "proofs");
  Lines folders;
  for (std::string folder; std::getline(proofs, folder);) folders.push_back(folder);
  REQUIRE(folders.size() == 2);
  CHECK(folders[0] != folders[1]);
  CHECK(std::ranges::count_if(run.endings, [](const std::string& ending) {
          return ending.ends_with(": finished in stage write");
        }) == 2);
}

TEST_CASE(
    "a daemon that a pair has left is ended with its worker, whether that goes by itself or is killed") {
  for (const bool killed : {false, true}) {
    Run run;
    run(killed ? Lines{"daemon", "die"} : Lines{"daemon"});
    const pid_t daemon = std::stoi(run.messages.at(0));
    REQUIRE(daemon > 0);
    CHECK(kill(daemon, 0) != 0);
  }
}

TEST_CASE("no jobs start no worker") {
  Run run("import_error");
  CHECK(run(Lines{}) == RunEnd::kAllDone);
}

}  // namespace
}  // namespace assay
