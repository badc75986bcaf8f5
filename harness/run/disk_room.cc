// disk_room: the space available to users other than root.
#include "harness/run/disk_room.h"

namespace assay {

std::optional<std::uintmax_t> disk_room(const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  if (error || space.available == static_cast<std::uintmax_t>(-1)) return std::nullopt;
  return space.available;
}

}  // namespace assay
