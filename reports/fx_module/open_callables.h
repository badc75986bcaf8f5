// Targets of a graph file that an exported module may call.
#pragma once

#include <optional>
#include <string>

#include "harness/graph/graph.h"

namespace assay {

/// The reason that `target` cannot be called; nullopt if it can. A target that the running PyTorch lacks
/// fails when the module is built. Modules always pass: their class is checked elsewhere.
std::optional<std::string> why_not_callable(const OpName& target);

/// The reason that a function such as "torch.nn.functional.relu" cannot be called; nullopt if it can.
std::optional<std::string> why_not_function(Name function);

}  // namespace assay
