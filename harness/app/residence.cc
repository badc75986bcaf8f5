// Options and environment to a folder.
#include "harness/app/residence.h"

#include "harness/error/error.h"

namespace assay {

std::string reason_not_to_stay(const Session& session) {
  if (session.no_resident) return "--no-resident";
  return variable("CI").empty() ? "" : "CI is set";
}

Residence residence_of(const Session& session) {
  if (!reason_not_to_stay(session).empty()) return {};
  try {
    return {.folder = std::make_shared<const ResidentFolder>(ResidentFolder::usual_path())};
  } catch (const HarnessError&) {
    return {};
  }
}

}  // namespace assay
