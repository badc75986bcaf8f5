// chosen_worker: options and environment variables to harness/run's choice.
#include "harness/app/workers.h"

#include <cstdlib>

namespace assay {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Worker chosen_worker(const Session& session) {
  return select_worker(session.workers_root(), {.name = session.worker,
                                                .python = session.python,
                                                .torch = session.torch,
                                                .assay_worker = variable("ASSAY_WORKER"),
                                                .virtual_env = variable("VIRTUAL_ENV")});
}

}  // namespace assay
