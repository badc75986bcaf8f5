// durable_write, remove_durably: a file that is either the old one or the new one, also after a crash.
#pragma once

#include <filesystem>
#include <string_view>

namespace assay {

/// Temporary file in the same folder (which is made), fsync, rename, fsync of the folder. HarnessError when
/// any of it fails; the temporary file is gone then.
void durable_write(const std::filesystem::path& file, std::string_view bytes);

/// Removes `file`, then fsync of the folder. HarnessError when it cannot be removed.
void remove_durably(const std::filesystem::path& file);

}  // namespace assay
