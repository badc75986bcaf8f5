// chosen_worker: options and environment variables to harness/run's choice.
#include "harness/app/workers.h"

#include <fmt/format.h>

#include "harness/words/quantity.h"

namespace assay {

Worker chosen_worker(const Session& session) {
  return select_worker(session.workers_root(), {.name = session.worker,
                                                .python = session.python,
                                                .torch = session.torch,
                                                .assay_worker = variable("ASSAY_WORKER"),
                                                .virtual_env = variable("VIRTUAL_ENV")});
}

std::string announcement(std::size_t cases, std::size_t pairs, const Worker& worker) {
  return fmt::format("assay: {}, {}; worker {} (torch {}, Python {})", counted(cases, "case"),
                     counted(pairs, "pair"), worker.name, worker.torch, worker.python);
}

}  // namespace assay
