// A whole file as bytes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace assay {

/// Nothing for what cannot be read: absent, a folder, not permitted. Whoever asked knows what was expected.
std::optional<std::string> read_file(const std::filesystem::path& file);

}  // namespace assay
