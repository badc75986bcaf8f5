// Making and removing scratch folders.
#include "harness/run/scratch_root.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "harness/error/error.h"

namespace assay {

namespace fs = std::filesystem;

ScratchRoot::ScratchRoot() {
  std::error_code error;
  std::string pattern = fs::absolute(fs::temp_directory_path(error) / "assay-XXXXXX").string();
  if (error || mkdtemp(pattern.data()) == nullptr) {
    throw HarnessError({.what = "cannot make a temporary folder",
                        .where = pattern,
                        .expected = "a folder that can be written",
                        .found = error ? error.message() : std::strerror(errno),
                        .next = "TMPDIR=/path/with/space assay check"});
  }
  path_ = pattern;
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
