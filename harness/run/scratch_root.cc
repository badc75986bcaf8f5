// ScratchRoot: makes and removes scratch folders.
#include "harness/run/scratch_root.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/error/error.h"

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLocked = "assay-run-";

/// Locks a folder of this user that is not a link. Empty if it is locked already.
Descriptor locked(const fs::path& folder) {
  Descriptor descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat facts {};
  const bool is_ours = descriptor && fstat(descriptor.get(), &facts) == 0 && facts.st_uid == geteuid();
  if (!is_ours || flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) return {};
  return descriptor;
}

void remove_what_nobody_holds(const fs::path& temporary) {
  std::error_code error;
  for (fs::directory_iterator entry(temporary, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(kLocked)) continue;
    std::error_code ignored;
    if (const Descriptor held = locked(entry->path())) fs::remove_all(entry->path(), ignored);
  }
}

}  // namespace

ScratchRoot::ScratchRoot() {
  std::error_code error;
  const fs::path temporary = fs::absolute(fs::temp_directory_path(error));
  remove_what_nobody_holds(temporary);
  std::string pattern = (temporary / "assay-XXXXXX").string();
  if (error || mkdtemp(pattern.data()) == nullptr) {
    throw HarnessError({.what = "cannot make a temporary folder",
                        .where = pattern,
                        .expected = "a folder that can be written",
                        .found = error ? error.message() : std::strerror(errno),
                        .next = "TMPDIR=/path/with/space assay check"});
  }
  path_ = pattern;
  lock_ = locked(path_);
  // Only locked folders get the name that lets others remove them when unlocked.
  const fs::path name = temporary / (kLocked + pattern.substr(pattern.size() - 6));
  fs::rename(path_, name, error);
  if (!error) path_ = name;
}

ScratchRoot::~ScratchRoot() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path ScratchRoot::make(std::uint64_t id) const {
  const fs::path folder = path_ / std::to_string(id);
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) {
    throw HarnessError({.what = "cannot make a temporary folder",
                        .where = folder.string(),
                        .expected = "a folder that can be written",
                        .found = error.message(),
                        .next = "TMPDIR=/path/with/space assay check"});
  }
  return folder;
}

void ScratchRoot::remove(std::uint64_t id) const {
  std::error_code ignored;
  fs::remove_all(path_ / std::to_string(id), ignored);
}

}  // namespace assay
