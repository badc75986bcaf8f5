// ScratchFolder: a temporary folder for a test.
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stdlib.h>
#include <string>
#include <string_view>

#include "harness/files/read_file.h"

namespace assay {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay_test.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = std::filesystem::canonical(name);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return root_ / name; }

  std::filesystem::path write(const std::filesystem::path& name, std::string_view bytes) const {
    std::filesystem::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << bytes;
    return root_ / name;
  }
  std::string read(const std::filesystem::path& name) const {
    std::optional<std::string> bytes = read_file(root_ / name);
    if (!bytes) throw std::runtime_error("no file " + name.string());
    return *std::move(bytes);
  }
  /// `text` with this folder's path, which differs between runs, as "SCRATCH".
  std::string hide(std::string text) const {
    const std::string path = root_.string();
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at))
      text.replace(at, path.size(), "SCRATCH");
    return text;
  }

 private:
  std::filesystem::path root_;
};

/// The whole message of the Error thrown by `act`, with the folder hidden. "no error" if it throws none.
template <typename Error, typename Act>
std::string message_of(const ScratchFolder& folder, Act act) {
  try {
    act();
  } catch (const Error& error) {
    return folder.hide(error.what());
  }
  return "no error";
}

}  // namespace assay
