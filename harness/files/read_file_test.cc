// read_file.
#include "harness/files/read_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"

namespace assay {

TEST_CASE("a file is read byte by byte, line ends and zeros included") {
  const ScratchFolder folder;
  const std::string bytes("a\r\n\0\xff", 5);
  CHECK(read_file(folder.write("file", bytes)) == bytes);
  CHECK(read_file(folder.write("empty", "")) == "");
}

TEST_CASE("what is absent, a folder or a device gives nothing") {
  const ScratchFolder folder;
  CHECK(read_file(folder / "absent") == std::nullopt);
  CHECK(read_file(folder.root()) == std::nullopt);
  CHECK(read_file("/dev/zero") == std::nullopt);
}

TEST_CASE("a pipe is read to its end") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  REQUIRE(write(ends[1], "bytes", 5) == 5);
  close(ends[1]);
  CHECK(read_file("/proc/self/fd/" + std::to_string(ends[0])) == "bytes");
  close(ends[0]);
}

TEST_CASE(
    "a regular file is read whole, a FIFO, a device and a folder give nothing, and nothing is waited for") {
  const ScratchFolder folder;
  const std::string bytes("a\0b", 3);
  CHECK(read_regular_file(folder.write("file", bytes), Links::kRefuse) == bytes);
  REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
  CHECK(read_regular_file(folder / "fifo", Links::kFollow) == std::nullopt);
  CHECK(read_regular_file("/dev/zero", Links::kFollow) == std::nullopt);
  CHECK(read_regular_file(folder.root(), Links::kFollow) == std::nullopt);
  CHECK(read_regular_file(folder / "absent", Links::kFollow) == std::nullopt);
}

TEST_CASE("a link is followed only where that was asked for, and never to what is no regular file") {
  const ScratchFolder folder;
  folder.write("file", "bytes");
  std::filesystem::create_symlink("file", folder / "link");
  std::filesystem::create_symlink("/dev/zero", folder / "endless");
  std::filesystem::create_symlink("loop", folder / "loop");
  CHECK(read_regular_file(folder / "link", Links::kFollow) == "bytes");
  CHECK(read_regular_file(folder / "link", Links::kRefuse) == std::nullopt);
  CHECK(read_regular_file(folder / "endless", Links::kFollow) == std::nullopt);
  CHECK(read_regular_file(folder / "loop", Links::kFollow) == std::nullopt);
}

}  // namespace assay
