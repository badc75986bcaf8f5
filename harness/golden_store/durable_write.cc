// Durable writes and locks: POSIX calls, checked.
#include "harness/golden_store/durable_write.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/files/write_all.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, int error) {
  throw HarnessError({"cannot be written", file.string(), "room on the disk and the right to write",
                      std::strerror(error), shell_command("df -h {}", file.parent_path())});
}

/// A new file beside `file`, removed unless renamed. mkostemp would make it private; here the umask decides.
struct Temporary {
  explicit Temporary(const fs::path& file) {
    static std::atomic<unsigned> made = 0;
    do {
      path = file.parent_path() / fmt::format(".assay-{}-{}-{}", file.filename().string(), getpid(), made++);
      descriptor = Descriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    } while (!descriptor && errno == EEXIST);
    if (!descriptor) fail(file, errno);
  }
  ~Temporary() {
    if (!path.empty()) unlink(path.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  fs::path path;
  Descriptor descriptor;
};

Descriptor open_folder(const fs::path& folder) {
  Descriptor descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor) fail(folder, errno);
  return descriptor;
}

void make_folder_of(const fs::path& file) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) fail(file, error.value());
}

void sync_folder(const fs::path& folder) {
  const Descriptor descriptor = open_folder(folder);
  // Some file systems have no fsync of folders.
  if (fsync(descriptor.get()) != 0 && errno != EINVAL) fail(folder, errno);
}

}  // namespace

void durable_write(const fs::path& file, std::string_view bytes) {
  make_folder_of(file);
  Temporary temporary(file);
  if (!write_all(temporary.descriptor.get(), bytes) || fsync(temporary.descriptor.get()) != 0)
    fail(file, errno);
  if (rename(temporary.path.c_str(), file.c_str()) != 0) fail(file, errno);
  temporary.path.clear();
  sync_folder(file.parent_path());
}

WriteTurn::WriteTurn(const fs::path& file) {
  make_folder_of(file);
  folder_ = open_folder(file.parent_path());
  while (flock(folder_.get(), LOCK_EX) != 0)
    if (errno != EINTR) break;  // a file system without locks: assumes no other writer
}

void remove_durably(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error)
    throw HarnessError({"cannot be removed", file.string(), "the right to write in its folder",
                        error.message(), shell_command("ls -ld {}", file.parent_path())});
  sync_folder(file.parent_path());
}

}  // namespace assay
