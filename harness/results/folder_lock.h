// FolderLock: one writer per folder of results, or of workers.
#pragma once

#include <filesystem>
#include <string>

#include "harness/files/descriptor.h"

namespace assay {

/// What is said of a folder that another holds.
struct FolderInUse {
  std::string what = "the results folder is in use";
  std::string next = "wait for it, or use another folder: --results DIR";
};

/// Holds FOLDER/lock by flock from construction to destruction, with the writer's process id inside; the file
/// stays. The lock is not inherited by programs that this one starts. HarnessError that says who holds it
/// when somebody does, or when the folder cannot be written.
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
