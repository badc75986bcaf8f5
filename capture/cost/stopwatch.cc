// Stopwatch and Phases: clocks of the process, read at the begin and end of a part.
#include "capture/cost/stopwatch.h"

namespace assay {
namespace {

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Taken {
  Spent spent = {};
  int depth = 0;
};

Taken& taken_in(Phase phase) {
  static std::array<Taken, 3> all;
  return all[static_cast<std::size_t>(phase)];
}

}  // namespace

Stopwatch::Stopwatch() : wall_(seconds_of(CLOCK_MONOTONIC)), cpu_(seconds_of(CLOCK_PROCESS_CPUTIME_ID)) {}

Spent Stopwatch::spent() const {
  return {.wall_seconds = seconds_of(CLOCK_MONOTONIC) - wall_,
          .cpu_seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu_,
          .instructions = instructions_.so_far(),
          .gpu_seconds = 0};
}

void Phases::begin() {
  for (const Phase phase : {Phase::kDecompose, Phase::kPartition, Phase::kObserve})
    taken_in(phase).spent = {};
}

Spent Phases::taken(Phase phase) { return taken_in(phase).spent; }

Phases::Within::Within(Phase phase) : phase_(phase) {
  if (taken_in(phase).depth++ == 0) watch_.emplace();
}

Phases::Within::~Within() {
  Taken& taken = taken_in(phase_);
  --taken.depth;
  if (!watch_) return;
  const Spent more = watch_->spent();
  taken.spent.wall_seconds += more.wall_seconds;
  taken.spent.cpu_seconds += more.cpu_seconds;
  taken.spent.instructions += more.instructions;
  taken.spent.gpu_seconds += more.gpu_seconds;
}

}  // namespace assay
