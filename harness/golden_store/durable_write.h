// A file that is either the old one or the new one, also after a crash, whoever else writes.
#pragma once

#include <filesystem>
#include <string_view>

#include "harness/files/descriptor.h"

namespace assay {

/// Temporary file in the same folder (which is made), fsync, rename, fsync of the folder. HarnessError when
/// any of it fails; the temporary file is gone then.
void durable_write(const std::filesystem::path& file, std::string_view bytes);

/// The right to read `file`, change it and write it again: waits until nobody else has it for a file of the
/// same folder, which is made. A process that dies lets it go. HarnessError when the folder cannot be made or
/// opened.
class WriteTurn {
 public:
  explicit WriteTurn(const std::filesystem::path& file);

 private:
  Descriptor folder_;
};

/// Removes `file`, then fsync of the folder. HarnessError when it cannot be removed.
void remove_durably(const std::filesystem::path& file);

}  // namespace assay
