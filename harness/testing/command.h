// For tests: runs the built `assay` in its own folder and keeps its output.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>

#include "harness/files/read_file.h"

namespace assay::test {

struct Said {
  int status = -1;
  std::string text;  ///< stdout and stderr, interleaved
  bool has(const std::string& part) const { return text.find(part) != std::string::npos; }
};

/// Runs a shell line to its end.
inline Said said_by(const std::string& line) {
  Said said;
  FILE* pipe = popen(line.c_str(), "r");
  char buffer[4096];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) said.text.append(buffer, n);
  const int status = pclose(pipe);
  said.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return said;
}

/// A temporary folder for a test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream(path_ / file) << text;
  }
  std::string read(const std::string& file) const { return read_file(path_ / file).value_or(""); }
  /// Runs `assay ARGUMENTS` in this folder, with `typed` as stdin. `environment` may set CI, which is
  /// otherwise unset. No worker process stays unless `environment` empties ASSAY_NO_RESIDENT.
  Said assay(const std::string& arguments, const std::string& environment = "",
             const std::string& typed = "") const {
    write("typed", typed);
    return said_by("cd '" + path_.string() +
                   "' && env -u CI -u GITHUB_ACTIONS -u GITHUB_STEP_SUMMARY -u ASSAY_RESULTS -u "
                   "ASSAY_PROJECT ASSAY_NO_RESIDENT=1 " +
                   environment + " '" ASSAY_PROGRAM "' " + arguments + " 2>&1 <typed");
  }

 private:
  std::filesystem::path path_;
};

}  // namespace assay::test
