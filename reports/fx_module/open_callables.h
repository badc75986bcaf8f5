// Which targets of a graph file an exported module may call.
#pragma once

#include <optional>
#include <string>

#include "harness/graph/graph.h"

namespace assay {

/// Why `target` cannot be called there; nothing when it can. Whether the running PyTorch has it shows when
/// the module is built. Of a module the class counts, which is not asked here.
std::optional<std::string> why_not_callable(const OpName& target);

/// The same of a function's name, "torch.nn.functional.relu".
std::optional<std::string> why_not_function(Name function);

}  // namespace assay
