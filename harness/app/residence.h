// Whether, and where, the zygotes of a session's commands stay.
#pragma once

#include <string>

#include "harness/app/session.h"
#include "harness/run/resident_session.h"

namespace assay {

/// Why none is to stay: --no-resident, or CI in the environment; empty when one may.
std::string reason_not_to_stay(const Session& session);

/// Nowhere when none is to stay, and where there is no folder that is its user's alone: `assay doctor` says
/// so.
Residence residence_of(const Session& session);

}  // namespace assay
