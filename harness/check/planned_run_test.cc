// PlannedRun: every ending returns with its pair, in whatever order.
#include "harness/check/planned_run.h"

#include <catch2/catch.hpp>

#include "harness/testing/workers_on_disk.h"

namespace assay {
namespace {

using Lines = std::vector<std::string>;

/// Pairs of the fake worker, whose behaviour is the id of the case.
struct Pairs {
  explicit Pairs(const Lines& ids) {
    workers.add("default", "2.15.0", "/v/bin/python");
    worker = select_worker(workers.root(), {});
    for (const std::string& id : ids) cases.emplace_back().id = id;
    for (Case& test : cases) {
      test.limits = {.seconds = 7, .memory_gb = 1};
      planned.push_back({{test.id, MethodId::kMakeFx, Device::kCpu}, &test});
    }
  }
  PlannedRun run() const { return PlannedRun({.worker = worker, .interrupted = interrupted}); }
  void add_all(PlannedRun& run) const {
    for (const PlannedPair& pair : planned) {
      protocol::Capture task;
      task.subject.test["case"] = pair.pair.case_id;
      run.add(pair, std::move(task), {.memory_gb = 2});
    }
  }

  TestWorkers workers;
  Worker worker;
  std::atomic<bool> interrupted = false;
  std::vector<Case> cases;
  std::vector<PlannedPair> planned;
};

TEST_CASE(
    "each ending comes back with its pair and its number, and limits are the case's unless others are "
    "given") {
  const Pairs pairs({"a", "raise", "c"});
  PlannedRun run = pairs.run();
  pairs.add_all(run);
  Lines endings;
  CHECK(run.run([&](const TaskEnding& ending) {
    const protocol::Request& request = ending.pair.job.request;
    endings.push_back(std::to_string(ending.number) + " " + ending.planned.pair.case_id + " " +
                      std::string(to_string(ending.pair.ended.ending)));
    CHECK(&ending.planned == &pairs.planned[ending.number]);
    CHECK(request.seconds == 7);
    CHECK(request.memory_gb == 2);
    return Proceed::kGoOn;
  }) == RunEnd::kAllDone);
  CHECK(endings == Lines{"0 a finished", "1 raise raised", "2 c finished"});
}

TEST_CASE("captures that do nothing come first, are no pairs, and move no number") {
  const Pairs pairs({"a", "c"});
  PlannedRun run = pairs.run();
  pairs.add_all(run);
  Lines order;
  run.measure_isolation(2, [&](double) { order.emplace_back("empty"); });
  run.run([&](const TaskEnding& ending) {
    order.push_back(std::to_string(ending.number) + ending.planned.pair.case_id);
    return Proceed::kGoOn;
  });
  CHECK(order == Lines{"empty", "empty", "0a", "1c"});
  CHECK(run.size() == 2);
  CHECK(run.pairs().size() == 2);
}

TEST_CASE("a run of no task starts no worker, not even for captures that do nothing") {
  const Pairs pairs({});
  PlannedRun run = pairs.run();
  run.measure_isolation(2, [](double) { FAIL("a capture ran"); });
  CHECK(run.run([](const TaskEnding&) { return Proceed::kGoOn; }) == RunEnd::kAllDone);
}

TEST_CASE("a run stops where its caller or a signal says so") {
  Pairs pairs({"a", "b", "c"});
  const auto ended = [&](Proceed proceed) {
    PlannedRun run = pairs.run();
    pairs.add_all(run);
    std::size_t count = 0;
    const RunEnd end = run.run([&](const TaskEnding&) {
      ++count;
      return proceed;
    });
    return std::pair(end, count);
  };
  CHECK(ended(Proceed::kGoOn) == std::pair(RunEnd::kAllDone, std::size_t{3}));
  CHECK(ended(Proceed::kStop) == std::pair(RunEnd::kStopped, std::size_t{1}));
  pairs.interrupted = true;
  CHECK(ended(Proceed::kGoOn).first == RunEnd::kInterrupted);
}

TEST_CASE("a pair that the worker cannot do is told with the reason") {
  const Pairs pairs({"a"});
  const PlannedRun run = pairs.run();
  CHECK(run.unsupported({"a", MethodId::kMakeFx, Device::kCuda}) == "");
  CHECK(run.unsupported({"a", MethodId::kMakeFxReal, Device::kCpu}) == "");
  CHECK(run.unsupported({"a", MethodId::kMakeFxReal, Device::kCuda}) ==
        "real tracing needs values; the phantom has none");
}

}  // namespace
}  // namespace assay
