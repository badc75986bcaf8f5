// disk_room: free disk space for the files of a pair.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace assay {

/// Free bytes for this user on the file system of `folder`. Nothing if unknown.
std::optional<std::uintmax_t> disk_room(const std::filesystem::path& folder);

/// With less space than this, writing a graph file or a file of a model may fail.
inline constexpr std::uintmax_t kLeastDiskRoom = 1 << 20;

}  // namespace assay
