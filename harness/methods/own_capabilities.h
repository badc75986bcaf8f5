// own_capabilities: the table of capabilities that Assay's own cases declare.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/methods/capability.h"

namespace assay {

/// Of these features, of all for no selectors; `tree` is Assay's own.
std::vector<CapabilityRow> own_capabilities(const std::filesystem::path& tree, const Setting& setting,
                                            const std::vector<std::string>& features = {});

}  // namespace assay
