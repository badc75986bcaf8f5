// LoadedFiles: the files that a process has loaded, and whether the disk still has them unchanged.
//
// A long-lived program must end when an upgrade replaces, rewrites or removes its files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace assay::resident {

class LoadedFiles {
 public:
  /// To be made before anything is loaded: a file changed after this time may differ from the loaded file.
  LoadedFiles();

  /// Notes the current state of each file. A known file keeps its first state.
  void add(const std::vector<std::filesystem::path>& files);
  bool unchanged() const;

 private:
  /// Differs after any write, replacement or removal.
  struct Stamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t changed = 0;  ///< Nanoseconds of the kernel's clock.
    bool operator==(const Stamp&) const = default;
  };
  static std::optional<Stamp> stamp_of(const std::filesystem::path& file);

  std::int64_t start_;  ///< By the same clock.
  bool changed_meanwhile_ = false;
  std::map<std::filesystem::path, std::optional<Stamp>> stamps_;
};

/// The files mapped into this process: its program and its libraries.
std::vector<std::filesystem::path> mapped_files();

}  // namespace assay::resident
