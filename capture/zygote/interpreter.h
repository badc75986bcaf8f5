// The embedded interpreter: started once, never finalised, never restarted.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

#include "harness/protocol/messages.h"
#include "harness/zoo/device.h"
#include "harness/zoo/method.h"

namespace assay::zygote {

/// Starts Python as the worker's environment has it: no user site, no current folder on sys.path, nothing
/// written into the environment. std::runtime_error when that fails.
void start_interpreter();

/// worker.json: versions, devices and methods. Imports no torch: its version is its package's.
std::string describe();

/// Imports torch, the extension module and what all children would import lazily. What an import raises
/// passes through.
void import_base();

/// Imports what only children of these methods would import lazily; whether anything was left to import. An
/// import that fails is left to the children, which say so.
bool import_for(const std::vector<std::string>& methods);

/// What this worker is, after import_base().
protocol::Hello hello(Device device);

/// The files that imports have read so far.
std::vector<std::filesystem::path> imported_files();

/// fork() as Python wants it.
pid_t fork_python();

/// fork() for a child that is not to be ours but of the process that takes over orphans, before this returns
/// in it. Not its id is returned: 0 in the child, else more, or -1 with errno.
pid_t fork_python_apart();

/// Names in sys.modules.
std::set<std::string> imported_modules();

/// Writes out what Python holds back on stdout and stderr: before a fork, lest a child repeats it, and at a
/// child's end.
void flush_python();

}  // namespace assay::zygote
