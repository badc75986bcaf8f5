// refuse_in_ci: by the variable CI.
#include "harness/app/in_ci.h"

#include <cstdlib>

#include "harness/error/error.h"

namespace assay {

void refuse_in_ci(const std::string& where) {
  const char* variable = std::getenv("CI");
  if (variable == nullptr || *variable == '\0') return;
  throw InputError({"goldens are accepted by people, never in CI", where, "the environment without CI",
                    "CI=" + std::string(variable),
                    "review and accept on your own machine, then commit golden/"});
}

}  // namespace assay
