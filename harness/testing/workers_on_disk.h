// For tests: a workers root in a temporary folder.
#pragma once

#include <fstream>
#include <string>

#include "harness/run/scratch_root.h"
#include "harness/run/worker.h"

namespace assay {

/// A workers root with workers added by a test. Their program is `fake_worker`.
class TestWorkers {
 public:
  std::filesystem::path root() const { return root_.path(); }

  std::filesystem::path add(const std::string& name, const std::string& torch,
                            const std::string& python) const {
    const auto folder = root() / name;
    std::filesystem::create_directories(folder / "bin");
    std::filesystem::create_symlink(ASSAY_FAKE_WORKER, folder / "bin" / "assay-capture");
    write(folder / "worker.json",
          R"({"name": ")" + name + R"(", "torch": ")" + torch + R"(", "python": "3.11.2", "executable": ")" +
              python + R"(", "methods": ["make_fx"], "devices": ["cpu", "cuda"], "protocol": 1})");
    return folder;
  }

  /// The paths of a virtual environment.
  std::filesystem::path add_environment(const std::string& name) const {
    std::filesystem::create_directories(root() / name / "bin");
    write(root() / name / "pyvenv.cfg", "");
    for (const char* program : {"python", "python3"}) {
      std::filesystem::create_symlink("/usr/bin/env", root() / name / "bin" / program);
    }
    return root() / name;
  }

  static void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file) << text;
  }

 private:
  ScratchRoot root_;
};

}  // namespace assay
