// The operators of a worker's PyTorch, asked of its Python once per results folder.
#pragma once

#include <filesystem>

#include "harness/run/worker.h"
#include "harness/zoo/operator_list.h"

namespace assay {

/// What `file` holds of the worker's PyTorch; where it holds nothing, or that of another version, the
/// worker's Python is run and writes it. HarnessError with what it said when it fails, as it does without the
/// packages that PyTorch's database imports.
operators::OperatorList operator_list_of(const Worker& worker, const std::filesystem::path& file);

}  // namespace assay
