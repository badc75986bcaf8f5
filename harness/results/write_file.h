// write_file: a text into a file, its folder made first.
#pragma once

#include <filesystem>
#include <string_view>

namespace assay {

/// HarnessError, with the command that shows how full the disk is, where it cannot be written.
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace assay
