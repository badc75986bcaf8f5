// Worker: one assay-capture build plus the Python environment it embeds; finding the one to use.
//
// Reads build/workers/NAME/worker.json; starts nothing and imports nothing. A worker's name is its folder's
// name. Asking for a worker that does not exist, or reading a broken worker.json, is a HarnessError whose
// `next` is the ci/worker.sh line that makes it.
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
  std::filesystem::path python_executable;  ///< of the environment it was built against
  std::string torch, python;                ///< versions
  std::vector<std::string> methods;  ///< those this build knows, as text: an older build may know fewer
  std::vector<Device> devices;

  std::filesystem::path program() const { return folder / "bin" / "assay-capture"; }
  std::filesystem::path phantom_library() const { return folder / "lib" / "libassay_phantom.so"; }
  std::filesystem::path phantom_driver_folder() const { return folder / "phantom"; }  ///< holds libcuda.so.1
};

/// Every worker below `root` (build/workers), by name; none when there is no such folder.
std::vector<Worker> all_workers(const std::filesystem::path& root);

/// What the command line and the environment say; empty means not said.
struct WorkerChoice {
  std::string name = {};          ///< --worker NAME
  std::string python = {};        ///< --python PATH
  std::string torch = {};         ///< --torch V
  std::string assay_worker = {};  ///< $ASSAY_WORKER, a name
  std::string virtual_env = {};   ///< $VIRTUAL_ENV, a folder
};

/// --worker, else --python, else --torch, else $ASSAY_WORKER, else an active $VIRTUAL_ENV that has a worker,
/// else `default`.
Worker select_worker(const std::filesystem::path& root, const WorkerChoice& choice);

}  // namespace assay
