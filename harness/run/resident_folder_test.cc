// ResidentFolder: its required owner, and a single socket per name.
#include "harness/run/resident_folder.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/testing/scratch_folder.h"
#include "harness/testing/scratch_variable.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a folder is made for its user alone, and taken as it is the next time") {
  const ScratchFolder scratch;
  const ResidentFolder made(scratch / "assay");
  CHECK(fs::status(scratch / "assay").permissions() == fs::perms::owner_all);
  CHECK_NOTHROW(ResidentFolder(scratch / "assay"));
}

TEST_CASE("a folder that others may enter is refused, and the message says how to close it") {
  const ScratchFolder scratch;
  fs::create_directory(scratch / "assay");
  fs::permissions(scratch / "assay", fs::perms::all);
  CHECK(message_of<HarnessError>(scratch, [&] { ResidentFolder(scratch / "assay"); }) ==
        fmt::format("SCRATCH/assay: no zygote can stay: the folder of their sockets is not yours alone\n"
                    "  expected: a folder of user {} with mode 0700\n"
                    "  found: mode 0777\n"
                    "  next: chmod 700 SCRATCH/assay",
                    geteuid()));
}

TEST_CASE("another user's folder is refused, whatever its mode") {
  const ScratchFolder scratch;
  const bool root = geteuid() == 0;
  fs::create_directory(scratch / "assay");
  fs::permissions(scratch / "assay", fs::perms::owner_all);
  if (root) REQUIRE(chown((scratch / "assay").c_str(), 12345, 12345) == 0);
  const fs::path folder = root ? scratch / "assay" : fs::path("/");
  CHECK_THAT(message_of<HarnessError>(scratch, [&] { const ResidentFolder refused(folder); }),
             Catch::Contains(fmt::format("found: a folder of user {}", root ? 12345 : 0)));
}

TEST_CASE("a link is refused, even one to a folder that would do") {
  const ScratchFolder scratch;
  const ResidentFolder good(scratch / "good");
  fs::create_directory_symlink(scratch / "good", scratch / "assay");
  CHECK_THROWS_AS(ResidentFolder(scratch / "assay"), HarnessError);
}

TEST_CASE("the usual folder is the session's own, else one of temporary files with the user's number") {
  const ScratchVariable temporary("TMPDIR", "/tmp");
  const ScratchVariable runtime("XDG_RUNTIME_DIR", "/run/user/7");
  CHECK(ResidentFolder::usual_path() == "/run/user/7/assay");
  const ScratchVariable none("XDG_RUNTIME_DIR", std::nullopt);
  CHECK(ResidentFolder::usual_path() == fmt::format("/tmp/assay-{}", geteuid()));
}

TEST_CASE("who connects finds who listens, and nobody where nobody does") {
  const ScratchFolder scratch;
  const ResidentFolder folder(scratch / std::string(150, 'x'));  // longer than a socket path may be
  CHECK_FALSE(folder.connect("a"));
  Descriptor listener = folder.listen("a");
  REQUIRE(listener);
  CHECK(folder.connect("a"));
  CHECK_FALSE(folder.connect("b"));
  CHECK(folder.names() == std::vector<std::string>{"a"});
  listener.reset();  // like a killed resident: its socket's file stays
  CHECK_FALSE(folder.connect("a"));
  CHECK(folder.names() == std::vector<std::string>{"a"});
  const Descriptor successor = folder.listen("a");
  CHECK(folder.connect("a"));
}

}  // namespace
}  // namespace assay
