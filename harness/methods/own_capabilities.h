// own_capabilities: the table of capabilities in Assay's own cases.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/methods/capability.h"

namespace assay {

/// Rows of these features, of all without selectors. `tree` is Assay's own.
std::vector<CapabilityRow> own_capabilities(const std::filesystem::path& tree, const Setting& setting,
                                            const std::vector<std::string>& features = {});

}  // namespace assay
