// Workers: from options and environment to a worker and a place; a pool with one job.
#include "harness/app/workers.h"

#include "harness/error/error.h"

namespace assay {

Worker chosen_worker(const Session& session) {
  return select_worker(session.workers_root(), {.name = session.worker,
                                                .python = session.python,
                                                .torch = session.torch,
                                                .assay_worker = variable("ASSAY_WORKER"),
                                                .virtual_env = variable("VIRTUAL_ENV")});
}

std::string reason_not_to_stay(const Session& session) {
  if (session.no_resident) return "--no-resident";
  return variable("CI").empty() ? "" : "CI is set";
}

namespace {

Residence residence_of(const Session& session) {
  if (!reason_not_to_stay(session).empty()) return {};
  try {
    return {.folder = std::make_shared<const ResidentFolder>(ResidentFolder::usual_path())};
  } catch (const HarnessError&) {
    return {};
  }
}

}  // namespace

RunPlace place_of(const Session& session, const Worker& worker, const Interruption& interruption,
                  int parallel) {
  return {.worker = worker,
          .gpu = find_gpu(),
          .residence = residence_of(session),
          .interrupted = interruption.came(),
          .parallel = parallel};
}

void run_job(Session& session, const Job& job, const std::function<ExitStatus(const PairEnding&)>& report) {
  const Interruption interruption;
  const Worker worker = chosen_worker(session);
  const RunPlace place = place_of(session, worker, interruption);
  PoolOptions pool{.gpu = place.gpu, .residence = place.residence};
  pool.interrupted = &place.interrupted;
  pool.on_ended = [&](const PairEnding& ending) {
    session.status = report(ending);
    return Proceed::kGoOn;
  };
  if (run_pairs(worker, {job}, pool) == RunEnd::kInterrupted) session.status = ExitStatus::kInterrupted;
}

}  // namespace assay
