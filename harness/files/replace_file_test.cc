// replace_file.
#include "harness/files/replace_file.h"

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"

namespace assay {

TEST_CASE("a file is replaced as a whole, and nothing else is left") {
  const ScratchFolder folder;
  folder.write("file", "before, and longer");
  CHECK_FALSE(replace_file(folder / "file", "after"));
  CHECK(folder.read("file") == "after");
  CHECK_FALSE(std::filesystem::exists(folder / "file.tmp"));
}

TEST_CASE("links in the place of the file, and of what is renamed to it, are replaced and not followed") {
  const ScratchFolder folder;
  folder.write("elsewhere", "kept");
  for (const char* name : {"file", "file.tmp"}) {
    std::filesystem::create_symlink("elsewhere", folder / name);
    CHECK_FALSE(replace_file(folder / "file", "after"));
    CHECK(folder.read("file") == "after");
    CHECK_FALSE(std::filesystem::is_symlink(folder / "file"));
    CHECK(folder.read("elsewhere") == "kept");
  }
}

TEST_CASE("what stands in the way is told, and the file stays as it was") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder / "taken/below");
  CHECK(replace_file(folder / "taken", "after") == std::errc::is_a_directory);
  CHECK(replace_file(folder / "none/file", "after") == std::errc::no_such_file_or_directory);
  CHECK(replace_file("/dev/full/file", "after") == std::errc::not_a_directory);
  CHECK(std::filesystem::is_directory(folder / "taken/below"));
  CHECK_FALSE(std::filesystem::exists(folder / "taken.tmp"));
}

}  // namespace assay
