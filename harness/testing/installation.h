// For tests: an installed `assay` with a fake worker and a project with one case, in its own folder.
#pragma once

#include "harness/testing/command.h"

namespace assay::test {

/// `assay`, a worker that answers with the files beside it (`gives`), and a project with the case `net`.
class Installation : public Folder {
 public:
  /// `methods`, as JSON: the methods of the worker and of the case.
  explicit Installation(const std::string& methods) : methods_(methods) {
    namespace fs = std::filesystem;
    write("models/net.py", "");
    describes("");
    fs::create_directories(path() / "golden");
    fs::create_directories(path() / "build/bin");
    fs::copy_file(ASSAY_PROGRAM, path() / "build/bin/assay");
    fs::create_directories(path() / "build/share/assay");
    for (const char* read : {"harness", "models", "reports"})
      fs::create_directory_symlink(fs::path(ASSAY_SOURCE_DIR) / read, path() / "build/share/assay" / read);
    fs::create_directories(path() / "build/workers/default/bin");
    fs::create_symlink(ASSAY_FAKE_WORKER, path() / "build/workers/default/bin/assay-capture");
    gives("worker.json", R"({"torch": "2.15.0", "python": "3.11.2", "executable": "/python", "methods": )" +
                             methods + R"(, "devices": ["cpu", "cuda"], "protocol": 4})");
  }

  /// Writes the case file. `more`: further keys (", \"expect\": {}").
  void describes(const std::string& more) const {
    write("models/net.json",
          R"({"case": "net", "factory": "net.py:Net", "methods": )" + methods_ + more + "}");
  }
  void gives(const std::string& file, const std::string& text) const {
    write("build/workers/default/" + file, text);
  }
  /// Runs the `assay` of this installation. `output` redirects stdout and stderr.
  Said run(const std::string& arguments, const std::string& output = "2>&1") const {
    write("run.sh", "./build/bin/assay " + arguments + " " + output + "\n");
    return said_by("cd '" + path().string() +
                   "' && env -u CI -u GITHUB_ACTIONS -u GITHUB_STEP_SUMMARY -u ASSAY_RESULTS -u "
                   "ASSAY_PROJECT -u ASSAY_WORKER -u VIRTUAL_ENV"
                   " -u TEST_TOTAL_SHARDS -u TEST_SHARD_INDEX -u TEST_SHARD_STATUS_FILE sh run.sh");
  }

 private:
  std::string methods_;
};

}  // namespace assay::test
