// operator_list_of: the operators of a worker's PyTorch, queried once per results folder.
#pragma once

#include <filesystem>

#include "harness/run/worker.h"
#include "harness/zoo/operator_list.h"

namespace assay {

/// The operator list in `file`. If it is missing or from another PyTorch version, runs the worker's Python to
/// write it. HarnessError with that program's output if it fails, such as without the packages that PyTorch's
/// database imports.
operators::OperatorList operator_list_of(const Worker& worker, const std::filesystem::path& file);

}  // namespace assay
