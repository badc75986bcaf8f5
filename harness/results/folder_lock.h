// FolderLock: one writer per results folder.
#pragma once

#include <filesystem>

namespace assay {

/// Holds FOLDER/lock by flock from construction to destruction, with the writer's process id inside; the file
/// stays. The lock is not inherited by programs that this one starts. HarnessError that says who holds it
/// when somebody does, or when the folder cannot be written.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace assay
