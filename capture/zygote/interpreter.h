// The embedded interpreter: started once, never finalised or restarted.
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

/// Starts Python in the worker's environment: without user site, without the current folder on sys.path, and
/// without writes into the environment. Throws std::runtime_error on failure.
void start_interpreter();

/// worker.json: versions, devices and methods. Reads torch's version from its package, without importing
/// torch.
std::string describe();

/// Imports torch, the extension module and the modules that all children would import lazily. Exceptions of
/// imports pass through.
void import_base();

/// Imports the modules that only children of these methods would import lazily. Returns whether any import
/// was left. Failed imports are ignored: the children report them.
bool import_for(const std::vector<std::string>& methods);

/// The worker's greeting, after import_base().
protocol::Hello hello(Device device);

/// The files that imports have read so far.
std::vector<std::filesystem::path> imported_files();

/// fork() with Python's hooks.
pid_t fork_python();

/// Like fork_python(), but the process that adopts orphans becomes the child's parent before this returns in
/// the child. Returns 0 in the child. In the parent it returns a positive number, which is not the child's
/// id, or -1 with errno.
pid_t fork_python_apart();

/// Names in sys.modules.
std::set<std::string> imported_modules();

/// Flushes Python's stdout and stderr: before a fork, so that the child does not repeat the text, and at a
/// child's end.
void flush_python();

}  // namespace assay::zygote
