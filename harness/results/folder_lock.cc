// FolderLock: flock, and a process id for messages.
#include "harness/results/folder_lock.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <unistd.h>

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
  file_ = Descriptor(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!file_)
    throw HarnessError({"cannot be opened", file, "a folder that can be written", std::strerror(errno),
                        shell_command("ls -ld {}", folder)});
  if (flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    const std::string found =
        errno == EWOULDBLOCK ? holder(file_.get()) + " writes here" : std::strerror(errno);
    throw HarnessError({told.what, file, "one writer at a time", found, told.next});
  }
  const std::string id = std::to_string(getpid()) + "\n";
  // The id is only for messages, so a failed write is ignored.
  if (ftruncate(file_.get(), 0) == 0 && pwrite(file_.get(), id.data(), id.size(), 0) < 0) errno = 0;
}

FolderLock::~FolderLock() {
  // The next reader must not see the id of an ended process.
  if (file_ && ftruncate(file_.get(), 0) != 0) errno = 0;
}

}  // namespace assay
