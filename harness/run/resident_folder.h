// ResidentFolder: the folder of the sockets of resident zygotes, accessible to its user only.
//
// Anyone who can write there could replace a zygote's socket and read captures. So a folder open to other
// users is refused. Sockets are opened through the checked folder, even if its path changes later.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/files/descriptor.h"

namespace assay {

class ResidentFolder {
 public:
  /// $XDG_RUNTIME_DIR/assay, else assay-UID in the folder for temporary files.
  static std::filesystem::path usual_path();
  /// Creates a missing folder. HarnessError if it belongs to another user, is a link, or is open to others.
  explicit ResidentFolder(std::filesystem::path path);

  std::filesystem::path socket_path(const std::string& name) const;
  /// A connected socket, or none if nothing listens at `name`.
  Descriptor connect(const std::string& name) const;
  /// A socket that listens at `name`, replacing a dead socket. None on failure.
  Descriptor listen(const std::string& name) const;
  /// An exclusive lock between processes, until the descriptor is closed.
  Descriptor lock() const;
  std::vector<std::string> names() const;  ///< of all sockets, dead or alive

 private:
  std::string reached(const std::string& name) const;

  std::filesystem::path path_;
  Descriptor folder_;
};

}  // namespace assay
