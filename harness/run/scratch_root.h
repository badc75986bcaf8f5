// ScratchRoot: a temporary folder for a run, with a folder for each pair.
#pragma once

#include <cstdint>
#include <filesystem>

#include "harness/files/descriptor.h"

namespace assay {

/// Created under $TMPDIR on construction, removed recursively on destruction. Locked (flock) during its life:
/// the next run removes the unlocked folders of killed runs.
class ScratchRoot {
 public:
  ScratchRoot();  ///< HarnessError if the folder cannot be made
  ~ScratchRoot();
  ScratchRoot(const ScratchRoot&) = delete;
  ScratchRoot& operator=(const ScratchRoot&) = delete;

  std::filesystem::path make(std::uint64_t id) const;
  void remove(std::uint64_t id) const;  ///< never fails: leftovers are removed with the root, or stay
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;
};

}  // namespace assay
