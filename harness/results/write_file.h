// write_file: writes a text to a file and makes its folder.
#pragma once

#include <filesystem>
#include <string_view>

namespace assay {

/// HarnessError, with a command that shows free disk space, if the file cannot be written.
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace assay
