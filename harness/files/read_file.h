// A whole file as bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace assay {

/// Nothing for what cannot be read: absent, a folder, not permitted, a device such as /dev/zero, which may
/// have no end. A pipe is read to its end. Whoever asked knows what was expected.
std::optional<std::string> read_file(const std::filesystem::path& file);

enum class Links : std::uint8_t { kFollow, kRefuse };

/// The same of regular files alone: a FIFO would be waited for, a device may have no end. With kRefuse a link
/// in the place of the file is no file either: what somebody else has left there stands for itself alone.
std::optional<std::string> read_regular_file(const std::filesystem::path& file, Links links);

}  // namespace assay
