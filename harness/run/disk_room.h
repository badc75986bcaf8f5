// Whether there is room on the disk for what a pair writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace assay {

/// Bytes that can still be written where `folder` is; nothing when it cannot be told.
std::optional<std::uintmax_t> disk_room(const std::filesystem::path& folder);

/// Below this a graph file, or what a model writes for itself, can have failed for want of room alone.
inline constexpr std::uintmax_t kLeastDiskRoom = 1 << 20;

}  // namespace assay
