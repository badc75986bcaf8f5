// run_job: a pool of one.
#include "harness/app/run_job.h"

#include "harness/app/residence.h"
#include "harness/app/workers.h"

namespace assay {

void run_job(Session& session, const Job& job, const std::function<ExitStatus(const PairEnding&)>& report) {
  PoolOptions pool{.gpu = find_gpu(), .residence = residence_of(session)};
  pool.on_ended = [&](const PairEnding& ending) {
    session.status = report(ending);
    return Proceed::kGoOn;
  };
  run_pairs(chosen_worker(session), {job}, pool);
}

}  // namespace assay
