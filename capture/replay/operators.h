// Operators: which of the dispatcher's operators a graph may name.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

#include "harness/graph/name.h"

namespace assay::replay {

/// "aten.relu.default" -> aten::relu. A graph file is data: operators that open files, and namespaces whose
/// operators nobody has looked through, are refused. Throws Misfit: "unknown operator", "refused: ..".
c10::OperatorHandle find_operator(Name name);

}  // namespace assay::replay
