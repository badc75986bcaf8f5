// own_capabilities: the table of capabilities that Assay's own cases declare.
#pragma once

#include <string>
#include <vector>

#include "harness/app/session.h"
#include "reports/capability_sheet/capability_sheet.h"

namespace assay {

/// Of these methods and features; of all for no selectors.
CapabilitySheet own_capabilities(const Session& session, const Setting& setting,
                                 const std::vector<std::string>& methods = {},
                                 const std::vector<std::string>& features = {});

}  // namespace assay
