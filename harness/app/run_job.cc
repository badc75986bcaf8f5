// run_job: a pool of one.
#include "harness/app/run_job.h"

#include "harness/app/interruption.h"
#include "harness/app/residence.h"
#include "harness/app/workers.h"

namespace assay {

void run_job(Session& session, const Job& job, const std::function<ExitStatus(const PairEnding&)>& report) {
  const Interruption interruption;
  PoolOptions pool{.gpu = find_gpu(), .residence = residence_of(session)};
  pool.interrupted = &interruption.came();
  pool.on_ended = [&](const PairEnding& ending) {
    session.status = report(ending);
    return Proceed::kGoOn;
  };
  const RunEnd end = run_pairs(chosen_worker(session), {job}, pool);
  if (end == RunEnd::kInterrupted) session.status = ExitStatus::kInterrupted;
}

}  // namespace assay
