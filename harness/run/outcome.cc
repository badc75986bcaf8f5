// outcome_of: the table from endings to outcomes.
#include "harness/run/outcome.h"

#include <csignal>
#include <cstring>

#include <fmt/core.h>

namespace assay {
namespace {

using protocol::Ending;

/// The stage of an exception decides. The method is to blame only from `capture` on.
Outcome outcome_of_exception(Stage stage) {
  switch (stage) {
    case Stage::kLoad:
      return Outcome::kLoadFails;
    case Stage::kEager:
      return Outcome::kEagerFails;
    case Stage::kCapture:
    case Stage::kWrite:
      return Outcome::kRaises;
    case Stage::kReplay:
    case Stage::kCompare:
      return Outcome::kReplayFails;
  }
  return Outcome::kRaises;
}

/// Without a replay the outcome is a capture. Whether a replay was requested is unknown here.
Outcome outcome_of_replay(const std::optional<ReplayReport>& replay) {
  if (!replay) return Outcome::kCaptured;
  switch (replay->verdict) {
    case ReplayVerdict::kReplays:
      return Outcome::kCaptured;
    case ReplayVerdict::kGuarded:
      return Outcome::kGuarded;
    case ReplayVerdict::kUndecided:
      return Outcome::kUndecided;
    case ReplayVerdict::kDiverges:
      return Outcome::kDiverges;
    case ReplayVerdict::kFails:
      return Outcome::kReplayFails;
    case ReplayVerdict::kEagerFails:
      return Outcome::kEagerFails;
  }
  return Outcome::kReplayFails;
}

std::string cause(const protocol::Ended& ended) {
  switch (ended.ending) {
    case Ending::kFinished:
      return "finished";
    case Ending::kRaised:
      return ended.exception;
    case Ending::kUnsupported:
      return "unsupported";
    case Ending::kNondeterministic:
      return "two eager runs differ";
    case Ending::kDied:
      return ended.signal != 0 ? "died of " + signal_name(ended.signal)
                               : fmt::format("ended by itself with exit status {}", ended.exit_code);
    case Ending::kTimedOut:
      return "time limit";
    case Ending::kOutOfMemory:
      return "out of memory";
    case Ending::kNotRun:
      return "not run";
  }
  return "?";
}

}  // namespace

Outcome outcome_of(const protocol::Ended& ended) {
  switch (ended.ending) {
    case Ending::kFinished:
      return outcome_of_replay(ended.replay);
    case Ending::kRaised:
      return outcome_of_exception(ended.stage);
    case Ending::kUnsupported:
      return Outcome::kUnsupported;
    case Ending::kNondeterministic:
      return Outcome::kNondeterministic;
    case Ending::kDied:
      return Outcome::kCrashes;
    case Ending::kTimedOut:
      return Outcome::kTimesOut;
    case Ending::kOutOfMemory:
      return Outcome::kOutOfMemory;
    case Ending::kNotRun:
      return Outcome::kSkipped;
  }
  return Outcome::kCrashes;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? std::string("SIG") + name : fmt::format("signal {}", signal);
}

std::string how_died(const protocol::Ended& ended) {
  const bool status_tells = ended.signal != 0 || ended.exit_code != 0 || ended.message.empty();
  if (!status_tells) return ended.message;
  return ended.message.empty() ? cause(ended) : cause(ended) + ": " + ended.message;
}

std::string describe(const protocol::Ended& ended) {
  if (ended.ending == Ending::kFinished && ended.replay) return describe(*ended.replay);
  const std::string where = fmt::format("{} in stage {}", cause(ended), to_string(ended.stage));
  if (ended.message.empty()) return where;
  return where + ": " + ended.message.substr(0, ended.message.find('\n'));
}

}  // namespace assay
