// outcome_of: the outcome of each ending, and the blame by its stage.
#include "harness/run/outcome.h"

#include <csignal>

#include <catch2/catch.hpp>

namespace assay {
namespace {

using protocol::Ended;
using protocol::Ending;

Ended ended(Ending ending, Stage stage) {
  Ended facts;
  facts.ending = ending;
  facts.stage = stage;
  return facts;
}
Outcome outcome(Ending ending, Stage stage) { return outcome_of(ended(ending, stage)); }

TEST_CASE("an exception is the model's before the capture stage and the method's from there on") {
  CHECK(outcome(Ending::kRaised, Stage::kLoad) == Outcome::kLoadFails);
  CHECK(outcome(Ending::kRaised, Stage::kEager) == Outcome::kEagerFails);
  CHECK(outcome(Ending::kRaised, Stage::kCapture) == Outcome::kRaises);
  CHECK(outcome(Ending::kRaised, Stage::kWrite) == Outcome::kRaises);
  CHECK(outcome(Ending::kRaised, Stage::kReplay) == Outcome::kReplayFails);
}

TEST_CASE("every other ending means the same in every stage") {
  for (const Stage stage : kStageNames.values()) {
    CHECK(outcome(Ending::kDied, stage) == Outcome::kCrashes);
    CHECK(outcome(Ending::kTimedOut, stage) == Outcome::kTimesOut);
    CHECK(outcome(Ending::kOutOfMemory, stage) == Outcome::kOutOfMemory);
    CHECK(outcome(Ending::kNotRun, stage) == Outcome::kSkipped);
    CHECK(outcome(Ending::kUnsupported, stage) == Outcome::kUnsupported);
    CHECK(outcome(Ending::kNondeterministic, stage) == Outcome::kNondeterministic);
    CHECK(outcome(Ending::kFinished, stage) == Outcome::kCaptured);
  }
}

Ended replayed(ReplayVerdict verdict) {
  Ended facts = ended(Ending::kFinished, Stage::kCompare);
  facts.replay.emplace();
  facts.replay->verdict = verdict;
  facts.replay->message = "result 0: 1 of 4 values";
  return facts;
}

TEST_CASE("a capture that was replayed is what its replay says, and one that was not is a capture") {
  CHECK(outcome_of(replayed(ReplayVerdict::kReplays)) == Outcome::kCaptured);
  CHECK(outcome_of(replayed(ReplayVerdict::kGuarded)) == Outcome::kGuarded);
  CHECK(outcome_of(replayed(ReplayVerdict::kDiverges)) == Outcome::kDiverges);
  CHECK(outcome_of(replayed(ReplayVerdict::kFails)) == Outcome::kReplayFails);
  CHECK(outcome_of(replayed(ReplayVerdict::kEagerFails)) == Outcome::kEagerFails);
  CHECK(outcome(Ending::kFinished, Stage::kWrite) == Outcome::kCaptured);
}

TEST_CASE("a crash, a time limit or memory used up while replaying is what it is, with its stage") {
  Ended crash = replayed(ReplayVerdict::kReplays);
  crash.ending = Ending::kDied;
  crash.stage = Stage::kReplay;
  crash.signal = SIGSEGV;
  CHECK(outcome_of(crash) == Outcome::kCrashes);
  CHECK(describe(crash) == "died of SIGSEGV in stage replay");
  CHECK(outcome(Ending::kTimedOut, Stage::kReplay) == Outcome::kTimesOut);
  CHECK(outcome(Ending::kOutOfMemory, Stage::kCompare) == Outcome::kOutOfMemory);
}

TEST_CASE("a replay is described by its verdict") {
  CHECK(describe(replayed(ReplayVerdict::kDiverges)) == "diverges: result 0: 1 of 4 values");
  CHECK(describe(replayed(ReplayVerdict::kUndecided)) == "undecided: result 0: 1 of 4 values");
}

TEST_CASE("an ending is described in one line that names cause and stage") {
  Ended crash = ended(Ending::kDied, Stage::kCapture);
  crash.signal = SIGSEGV;
  CHECK(describe(crash) == "died of SIGSEGV in stage capture");
  crash.signal = 0;
  CHECK(describe(crash) == "ended by itself with exit status 0 in stage capture");

  Ended raised = ended(Ending::kRaised, Stage::kCapture);
  raised.exception = "TraceError";
  raised.message = "control flow\nmany more lines";
  CHECK(describe(raised) == "TraceError in stage capture: control flow");
  CHECK(describe(ended(Ending::kTimedOut, Stage::kEager)) == "time limit in stage eager");
}

TEST_CASE("how a process died is told by its signal or status, and by what else is known of it") {
  Ended dead = ended(Ending::kDied, Stage::kCapture);
  CHECK(how_died(dead) == "ended by itself with exit status 0");
  dead.exit_code = 3;
  CHECK(how_died(dead) == "ended by itself with exit status 3");
  dead.signal = SIGSEGV;
  CHECK(how_died(dead) == "died of SIGSEGV");
  dead.message = "wrote into the worker's own pipe";
  CHECK(how_died(dead) == "died of SIGSEGV: wrote into the worker's own pipe");
  dead.signal = dead.exit_code = 0;
  dead.message = "the worker process died of SIGKILL while this pair ran";
  CHECK(how_died(dead) == dead.message);
}

TEST_CASE("a signal without a name keeps its number") {
  CHECK(signal_name(SIGKILL) == "SIGKILL");
  CHECK(signal_name(70) == "signal 70");
}

}  // namespace
}  // namespace assay
