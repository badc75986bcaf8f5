// Worker module: runs a Python module of a worker as a program.
#pragma once

#include <filesystem>
#include <string>

#include "harness/run/worker.h"

namespace assay {

/// The command line that runs `module` of `worker`.
std::string module_command(const Worker& worker, const std::string& module);

/// Writes the output of `module` to `file` by rename, so that an existing file is complete. HarnessError if
/// the module fails.
void print_module(const Worker& worker, const std::string& module, const std::filesystem::path& file);

}  // namespace assay
