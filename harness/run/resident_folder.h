// ResidentFolder: where the sockets of resident zygotes lie: a folder that only its user can enter.
//
// Whoever may write in it could put a socket of theirs in the place of a zygote, and get what a command
// captures; so a folder that is not its user's alone is refused. What lies in it is reached through the
// folder that was examined, whatever its path means by then.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/files/descriptor.h"

namespace assay {

class ResidentFolder {
 public:
  /// $XDG_RUNTIME_DIR/assay, else assay-UID in the folder of temporary files.
  static std::filesystem::path usual_path();
  /// Makes it where it is missing. HarnessError when it is another user's, a link, or open to others.
  explicit ResidentFolder(std::filesystem::path path);

  std::filesystem::path socket_path(const std::string& name) const;
  /// A connected socket, or none when nobody listens at `name`.
  Descriptor connect(const std::string& name) const;
  /// A socket that listens at `name`, in the place of a dead one; none when that cannot be.
  Descriptor listen(const std::string& name) const;
  /// Held by one process at a time, until the descriptor is closed.
  Descriptor lock() const;
  std::vector<std::string> names() const;  ///< of all sockets, dead ones too

 private:
  std::string reached(const std::string& name) const;

  std::filesystem::path path_;
  Descriptor folder_;
};

}  // namespace assay
