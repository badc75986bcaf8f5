// Changes of files that were loaded.
#include "harness/resident/loaded_files.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"

namespace assay::resident {
namespace {

namespace fs = std::filesystem;

struct Folder : ScratchFolder {
  Folder() { write("torch.so", "2.15.0"); }
};

TEST_CASE("files that nobody touched are unchanged, one that is missing among them") {
  const Folder folder;
  LoadedFiles files;
  files.add({folder / "torch.so", folder / "sitecustomize.py"});
  CHECK(files.unchanged());
}

TEST_CASE("a file that was rewritten, replaced by its equal, removed or added has changed") {
  const Folder folder;
  LoadedFiles files;
  files.add({folder / "torch.so", folder / "sitecustomize.py"});
  SECTION("rewritten in place") { folder.write("torch.so", "2.16.0"); }
  SECTION("replaced by its equal") {
    fs::copy_file(folder / "torch.so", folder / "copy");
    fs::last_write_time(folder / "copy", fs::last_write_time(folder / "torch.so"));
    fs::rename(folder / "copy", folder / "torch.so");
  }
  SECTION("removed") { fs::remove(folder / "torch.so"); }
  SECTION("added") { folder.write("sitecustomize.py", ""); }
  CHECK_FALSE(files.unchanged());
}

TEST_CASE("a file that changed between the start and its being noted may have changed after it was read") {
  const Folder folder;
  LoadedFiles files;
  folder.write("after_start", "");
  do folder.write("torch.so", "2.16.0");
  while (fs::last_write_time(folder / "torch.so") <= fs::last_write_time(folder / "after_start"));
  files.add({folder / "torch.so"});
  CHECK_FALSE(files.unchanged());
}

TEST_CASE("the program is among the files that are mapped") {
  const auto files = mapped_files();
  CHECK(std::ranges::find(files, fs::read_symlink("/proc/self/exe")) != files.end());
}

}  // namespace
}  // namespace assay::resident
