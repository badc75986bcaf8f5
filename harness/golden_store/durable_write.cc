// durable_write, remove_durably: POSIX calls, checked.
#include "harness/golden_store/durable_write.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/error/error.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, int error) {
  throw HarnessError({"cannot be written", file.string(), "room on the disk and the right to write",
                      std::strerror(error), "df -h " + file.parent_path().string()});
}

/// A file that is removed again unless it was renamed.
struct Temporary {
  std::string path;
  int descriptor = -1;
  ~Temporary() {
    if (descriptor >= 0) close(descriptor);
    if (!path.empty()) unlink(path.c_str());
  }
};

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void sync_folder(const fs::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) fail(folder, errno);
  const int status = fsync(descriptor);
  const int error = errno;
  close(descriptor);
  if (status != 0 && error != EINVAL) fail(folder, error);  // some file systems have no fsync of folders
}

/// mkostemp makes private files; goldens are for everybody who may read the tree.
mode_t usual_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

void durable_write(const fs::path& file, std::string_view bytes) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) fail(file, error.value());
  Temporary temporary;
  std::string name = (file.parent_path() / (".assay-" + file.filename().string() + "-XXXXXX")).string();
  temporary.descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (temporary.descriptor < 0) fail(file, errno);
  temporary.path = name;
  if (!write_all(temporary.descriptor, bytes) || fchmod(temporary.descriptor, usual_mode()) != 0 ||
      fsync(temporary.descriptor) != 0)
    fail(file, errno);
  if (rename(temporary.path.c_str(), file.c_str()) != 0) fail(file, errno);
  temporary.path.clear();
  sync_folder(file.parent_path());
}

void remove_durably(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error)
    throw HarnessError({"cannot be removed", file.string(), "the right to write in its folder",
                        error.message(), "ls -ld " + file.parent_path().string()});
  sync_folder(file.parent_path());
}

}  // namespace assay
