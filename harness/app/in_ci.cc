// refuse_in_ci: by the variable CI.
#include "harness/app/in_ci.h"

#include "harness/app/session.h"
#include "harness/error/error.h"

namespace assay {

void refuse_in_ci(const std::string& where) {
  const std::string ci = variable("CI");
  if (ci.empty()) return;
  throw InputError({"goldens are accepted by people, never in CI", where, "the environment without CI",
                    "CI=" + ci, "review and accept on your own machine, then commit golden/"});
}

}  // namespace assay
