// read_file.
#include "harness/files/read_file.h"

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"

namespace assay {

TEST_CASE("a file is read byte by byte, line ends and zeros included") {
  const ScratchFolder folder;
  const std::string bytes("a\r\n\0\xff", 5);
  CHECK(read_file(folder.write("file", bytes)) == bytes);
  CHECK(read_file(folder.write("empty", "")) == "");
}

TEST_CASE("what is absent or a folder gives nothing") {
  const ScratchFolder folder;
  CHECK(read_file(folder / "absent") == std::nullopt);
  CHECK(read_file(folder.root()) == std::nullopt);
}

}  // namespace assay
