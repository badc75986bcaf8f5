// A whole file as bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace assay {

/// Empty if `file` cannot be read: absent, a folder, no permission, or a character device, which may never
/// end. A pipe is read to its end. The caller composes the message.
std::optional<std::string> read_file(const std::filesystem::path& file);

enum class Links : std::uint8_t { kFollow, kRefuse };

/// Like read_file, for regular files only: never waits for a FIFO or reads a device. With kRefuse a link in
/// the place of the file gives nothing.
std::optional<std::string> read_regular_file(const std::filesystem::path& file, Links links);

}  // namespace assay
