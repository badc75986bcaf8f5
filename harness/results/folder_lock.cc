// FolderLock: flock, with a process id for people.
#include "harness/results/folder_lock.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

#include "harness/error/error.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

std::string holder(int descriptor) {
  char text[32] = {};
  const ssize_t length = pread(descriptor, text, sizeof text - 1, 0);
  std::string id = length > 0 ? std::string(text, static_cast<std::size_t>(length)) : std::string();
  id.erase(id.find_last_not_of(" \n") + 1);
  return id.empty() ? "another process" : "process " + id;
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder, const FolderInUse& told) {
  const std::string file = (folder / "lock").string();
  descriptor_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (descriptor_ < 0)
    throw HarnessError({"cannot be opened", file, "a folder that can be written", std::strerror(errno),
                        shell_command("ls -ld {}", folder)});
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const std::string found =
        errno == EWOULDBLOCK ? holder(descriptor_) + " writes here" : std::strerror(errno);
    close(descriptor_);
    throw HarnessError({told.what, file, "one writer at a time", found, told.next});
  }
  const std::string id = std::to_string(getpid()) + "\n";
  // Who holds the lock is only told to people: a short write costs nothing but that.
  if (ftruncate(descriptor_, 0) == 0 && pwrite(descriptor_, id.data(), id.size(), 0) < 0) errno = 0;
}

FolderLock::FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  if (ftruncate(descriptor_, 0) != 0)
    errno = 0;  // the next reader must not be told of a process that has gone
  close(descriptor_);
}

}  // namespace assay
