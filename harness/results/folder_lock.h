// FolderLock: a single writer per folder of results or workers.
#pragma once

#include <filesystem>
#include <string>

#include "harness/files/descriptor.h"

namespace assay {

/// Message about a folder that another process holds.
struct FolderInUse {
  std::string what = "the results folder is in use";
  std::string next = "wait for it, or use another folder: --results DIR";
};

/// Holds FOLDER/lock by flock from construction to destruction. Meanwhile the file has the writer's process
/// id, and it stays afterwards. Programs started by the writer do not inherit the lock. HarnessError if
/// another process holds the lock (names the process) or the folder is not writable.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder, const FolderInUse& told = {});
  ~FolderLock();
  FolderLock(FolderLock&&) noexcept = default;
  FolderLock& operator=(FolderLock&&) = delete;

 private:
  Descriptor file_;
};

}  // namespace assay
