// PlannedRun: jobs with their pairs.
#include "harness/check/planned_run.h"

#include <utility>

namespace assay {

PlannedRun::PlannedRun(const RunPlace& place)
    : place_(place),
      pool_{.parallel = pairs_at_a_time(place.parallel), .gpu = place.gpu, .residence = place.residence} {
  pool_.interrupted = &place.interrupted;
}

std::string PlannedRun::unsupported(const PairId& pair) const {
  return unsupported_by(place_.worker, pair, place_.gpu);
}

void PlannedRun::add(const PlannedPair& planned, protocol::Task task, const PlanOptions& limits) {
  planned_.push_back(&planned);
  jobs_.push_back(job_for(planned, std::move(task), limits));
}

void PlannedRun::measure_isolation(std::size_t captures, std::function<void(double seconds)> on_ended) {
  empty_captures_ = captures;
  on_empty_capture_ = std::move(on_ended);
}

std::vector<PairId> PlannedRun::pairs() const {
  std::vector<PairId> pairs;
  for (const PlannedPair* planned : planned_) pairs.push_back(planned->pair);
  return pairs;
}

RunEnd PlannedRun::run(const std::function<Proceed(const TaskEnding&)>& on_ended) {
  if (jobs_.empty()) return RunEnd::kAllDone;
  Job empty;
  empty.pair.device = jobs_.front().pair.device;
  std::vector<Job> jobs(empty_captures_, empty);
  jobs.insert(jobs.end(), jobs_.begin(), jobs_.end());
  pool_.on_ended = [&](const PairEnding& ending) {
    const auto place = static_cast<std::size_t>(&ending.job - jobs.data());
    if (place < empty_captures_) {
      on_empty_capture_(ending.ended.cost.child_seconds);
      return Proceed::kGoOn;
    }
    const std::size_t number = place - empty_captures_;
    return on_ended({number, *planned_[number], ending});
  };
  return run_pairs(place_.worker, jobs, pool_);
}

}  // namespace assay
