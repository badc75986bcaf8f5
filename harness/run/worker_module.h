// Worker module: a module of a worker's Python run as a program of its own.
#pragma once

#include <filesystem>
#include <string>

#include "harness/run/worker.h"

namespace assay {

/// The command that runs `module` of `worker`, to be typed.
std::string module_command(const Worker& worker, const std::string& module);

/// Writes to `file` what `module` prints, by rename: a file that exists is whole. HarnessError where it
/// fails.
void print_module(const Worker& worker, const std::string& module, const std::filesystem::path& file);

}  // namespace assay
