// replace_file: atomic replacement of a whole file.
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

namespace assay {

/// Writes `file`.tmp, then renames it: a reader finds the old bytes or the new bytes, whole. Links in either
/// place are replaced, not followed. On an error (a folder in the way, a full disk) `file` keeps its bytes.
std::error_code replace_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace assay
