// Durable writes: a file is the old or the new version, also after a crash and with concurrent writers.
#pragma once

#include <filesystem>
#include <string_view>

#include "harness/files/descriptor.h"

namespace assay {

/// Writes a temporary file in the same folder, which is created if absent. Then fsync, rename, fsync of the
/// folder. HarnessError if a step fails; the temporary file is then removed.
void durable_write(const std::filesystem::path& file, std::string_view bytes);

/// The exclusive right to read `file`, change it and write it. Waits until nobody else holds it for a file of
/// the same folder, which is created if absent. It ends with its process. HarnessError if the folder cannot
/// be created or opened.
class WriteTurn {
 public:
  explicit WriteTurn(const std::filesystem::path& file);

 private:
  Descriptor folder_;
};

/// Removes `file`, then fsync of the folder. HarnessError if `file` cannot be removed.
void remove_durably(const std::filesystem::path& file);

}  // namespace assay
