// LoadedFiles: what a process has loaded, and whether it still lies on the disk as it was.
//
// A program that stays must not outlive what it is made of: an upgrade replaces, rewrites or removes files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace assay::resident {

class LoadedFiles {
 public:
  /// Taken before anything is loaded: a file that changed since may have changed after it was read.
  LoadedFiles();

  /// Notes each as it is now; one that is known already stays as it was noted.
  void add(const std::vector<std::filesystem::path>& files);
  bool unchanged() const;

 private:
  /// What differs after any write, replacement or removal.
  struct Stamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t changed = 0;  ///< nanoseconds of the kernel's clock
    bool operator==(const Stamp&) const = default;
  };
  static std::optional<Stamp> stamp_of(const std::filesystem::path& file);

  std::int64_t start_;  ///< of the same clock
  bool changed_meanwhile_ = false;
  std::map<std::filesystem::path, std::optional<Stamp>> stamps_;
};

/// The files that are mapped into this process: its program and its libraries.
std::vector<std::filesystem::path> mapped_files();

}  // namespace assay::resident
