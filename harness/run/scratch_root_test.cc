// ScratchRoot: its cleanup, also of killed runs.
#include "harness/run/scratch_root.h"

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"
#include "harness/testing/scratch_variable.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST_CASE("a scratch folder and all in it is gone with its run") {
  const ScratchFolder temporary;
  const ScratchVariable variable("TMPDIR", temporary.root().string());
  {
    const ScratchRoot root;
    REQUIRE(fs::exists(root.make(7)));
    CHECK(entries(temporary.root()) == 1);
  }
  CHECK(entries(temporary.root()) == 0);
}

TEST_CASE("what a killed run has left is removed by the next one, and what a run still holds is not") {
  const ScratchFolder temporary;
  const ScratchVariable variable("TMPDIR", temporary.root().string());
  const ScratchRoot running;
  const pid_t killed = fork();
  if (killed == 0) {
    const ScratchRoot root;
    raise(root.make(1).empty() ? SIGTERM : SIGKILL);
  }
  REQUIRE(waitpid(killed, nullptr, 0) == killed);
  REQUIRE(entries(temporary.root()) == 2);
  const ScratchRoot next;
  CHECK(entries(temporary.root()) == 2);
  CHECK(fs::exists(running.path()));
  CHECK(fs::exists(next.path()));
}

TEST_CASE("files of others are left alone, whatever they are called") {
  const ScratchFolder temporary;
  const ScratchVariable variable("TMPDIR", temporary.root().string());
  temporary.write("assay-run-file", "kept");
  temporary.write("elsewhere/kept", "kept");
  fs::create_directory_symlink(temporary / "elsewhere", temporary / "assay-run-linked");
  { const ScratchRoot root; }
  CHECK(fs::exists(temporary / "assay-run-file"));
  CHECK(fs::exists(temporary / "assay-run-linked"));
  CHECK(temporary.read("elsewhere/kept") == "kept");
}

}  // namespace
}  // namespace assay
