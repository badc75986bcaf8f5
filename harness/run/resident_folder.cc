// ResidentFolder: opens, checks and uses the folder.
#include "harness/run/resident_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSocket = ".socket";
constexpr int kWaiting = 64;

[[noreturn]] void refuse(const fs::path& folder, const std::string& found, std::string next) {
  throw HarnessError({.what = "no zygote can stay: the folder of their sockets is not yours alone",
                      .where = folder.string(),
                      .expected = fmt::format("a folder of user {} with mode 0700", geteuid()),
                      .found = found,
                      .next = std::move(next)});
}

Descriptor open_own(const fs::path& folder) {
  const std::string elsewhere = "XDG_RUNTIME_DIR=FOLDER assay doctor";
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) refuse(folder, std::strerror(errno), elsewhere);
  Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened) refuse(folder, std::strerror(errno), elsewhere);
  struct stat status {};
  fstat(opened.get(), &status);
  if (status.st_uid != geteuid())
    refuse(folder, fmt::format("a folder of user {}", status.st_uid), elsewhere);
  if ((status.st_mode & 077) != 0)
    refuse(folder, fmt::format("mode {:04o}", status.st_mode & 07777), shell_command("chmod 700 {}", folder));
  return opened;
}

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  return address;
}

Descriptor socket_of_ours() { return Descriptor(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0)); }

}  // namespace

fs::path ResidentFolder::usual_path() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && *runtime == '/') return fs::path(runtime) / "assay";
  return fs::temp_directory_path() / fmt::format("assay-{}", geteuid());
}

ResidentFolder::ResidentFolder(fs::path path) : path_(std::move(path)), folder_(open_own(path_)) {}

fs::path ResidentFolder::socket_path(const std::string& name) const { return path_ / (name + kSocket); }

/// A short path through the open folder, since a socket path has at most 107 bytes.
std::string ResidentFolder::reached(const std::string& name) const {
  return fmt::format("/proc/self/fd/{}/{}", folder_.get(), name);
}

Descriptor ResidentFolder::connect(const std::string& name) const {
  Descriptor socket = socket_of_ours();
  const sockaddr_un address = address_of(reached(name + kSocket));
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    socket.reset();
  return socket;
}

Descriptor ResidentFolder::listen(const std::string& name) const {
  // It gets its final name once it listens, so a named socket that refuses is dead.
  const std::string unfinished = fmt::format("{}.{}", name, getpid());
  Descriptor socket = socket_of_ours();
  const sockaddr_un address = address_of(reached(unfinished));
  unlinkat(folder_.get(), unfinished.c_str(), 0);
  if (bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(socket.get(), kWaiting) != 0 ||
      renameat(folder_.get(), unfinished.c_str(), folder_.get(), (name + kSocket).c_str()) != 0) {
    unlinkat(folder_.get(), unfinished.c_str(), 0);
    socket.reset();
  }
  return socket;
}

Descriptor ResidentFolder::lock() const {
  Descriptor file(openat(folder_.get(), "lock", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  while (flock(file.get(), LOCK_EX) != 0 && errno == EINTR) continue;
  return file;
}

std::vector<std::string> ResidentFolder::names() const {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(reached(""), none)) {
    if (entry.path().extension() == kSocket) names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace assay
