// Worker: an assay-capture build with the Python environment it embeds, and the choice of a worker.
//
// Reads build/workers/NAME/worker.json. Starts and imports nothing. A worker is named after its folder. An
// unknown worker, or a broken worker.json, is a HarnessError whose `next` is the command that makes the
// worker.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/zoo/device.h"

namespace assay {

struct Worker {
  std::string name;
  std::filesystem::path folder;
  std::filesystem::path python_executable;  ///< of the environment it was built for
  std::string torch, python;                ///< versions
  std::vector<std::string> methods;  ///< methods of this build, as text, since an older build may have fewer
  std::vector<Device> devices;

  std::filesystem::path program() const { return folder / "bin" / "assay-capture"; }
  std::filesystem::path phantom_library() const { return folder / "lib" / "libassay_phantom.so"; }
  std::filesystem::path phantom_driver_folder() const { return folder / "phantom"; }  ///< holds libcuda.so.1
};

/// Every worker below `root` (build/workers), by name. Empty without such a folder.
std::vector<Worker> all_workers(const std::filesystem::path& root);

/// The choice by command line and environment. Empty: not given.
struct WorkerChoice {
  std::string name = {};          ///< --worker NAME
  std::string python = {};        ///< --python PATH
  std::string torch = {};         ///< --torch V
  std::string assay_worker = {};  ///< $ASSAY_WORKER, a name
  std::string virtual_env = {};   ///< $VIRTUAL_ENV, a folder
};

/// --worker, else --python, else --torch, else $ASSAY_WORKER, else a $VIRTUAL_ENV that has a worker, else
/// `default`. InputError for a --torch that is not a version, or that several workers have, none of them
/// `default`.
Worker select_worker(const std::filesystem::path& root, const WorkerChoice& choice);

}  // namespace assay
