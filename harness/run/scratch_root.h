// ScratchRoot: a temporary folder for one run; every pair gets a folder of its own in it.
#pragma once

#include <cstdint>
#include <filesystem>

#include "harness/files/descriptor.h"

namespace assay {

/// Made under $TMPDIR on construction, removed with all it holds on destruction. While it is there it is
/// locked (flock): what those that were killed have left nobody holds, and the next one removes it.
class ScratchRoot {
 public:
  ScratchRoot();  ///< HarnessError when the folder cannot be made
  ~ScratchRoot();
  ScratchRoot(const ScratchRoot&) = delete;
  ScratchRoot& operator=(const ScratchRoot&) = delete;

  std::filesystem::path make(std::uint64_t id) const;
  void remove(std::uint64_t id)
      const;  ///< what cannot be removed now goes with the root, or stays: never a reason to fail
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;
};

}  // namespace assay
