// A whole file, put in the place of another.
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

namespace assay {

/// By rename from `file`.tmp: a reader finds all of it or none, and a link in either place is replaced, not
/// followed. What stands in the way (a folder, a full disk) is told, and `file` is as it was.
std::error_code replace_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace assay
