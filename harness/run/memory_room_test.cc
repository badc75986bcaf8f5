// MemoryRoom: available memory from kernel files, and which pairs may start.
#include "harness/run/memory_room.h"

#include <unistd.h>

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

TEST_CASE("available is what the kernel says, and no more than any control group leaves") {
  const ScratchFolder root;
  CHECK_FALSE(available_memory_gb(root.root()));  // no /proc
  root.write("proc/meminfo", "MemTotal:  16777216 kB\nMemFree: 1 kB\nMemAvailable:   8388608 kB\n");
  CHECK(available_memory_gb(root.root()) == 8.0);

  root.write("proc/self/cgroup", "1:name=systemd:/elsewhere\n0::/user/job\n");
  const std::filesystem::path user = "sys/fs/cgroup/user";
  root.write(user / "job/memory.max", "max\n");
  root.write(user / "job/memory.current", "1073741824\n");
  CHECK(available_memory_gb(root.root()) == 8.0);
  root.write(user / "memory.max", "4294967296\n");
  root.write(user / "memory.current", "3221225472\n");
  CHECK(available_memory_gb(root.root()) == 1.0);
  root.write(user / "memory.stat", "file 3000000000\ninactive_file 2147483648\n");
  CHECK(available_memory_gb(root.root()) == 3.0);
  root.write(user / "job/memory.max", "1610612736\n");
  CHECK(available_memory_gb(root.root()) == 0.5);
  root.write(user / "job/memory.max", "1\n");  // lowered below the current use
  CHECK(available_memory_gb(root.root()) == 0.0);
}

TEST_CASE("a process has what the kernel says is its own, and one that is gone has nothing") {
  const ScratchFolder root;
  root.write("proc/17/status", "VmRSS:\t 4194304 kB\nRssAnon:\t 1048576 kB\nRssFile:\t 3145728 kB\n");
  CHECK(anonymous_memory_gb(17, root.root()) == 1.0);
  CHECK_FALSE(anonymous_memory_gb(18, root.root()));
  CHECK(anonymous_memory_gb(getpid()).value_or(0) > 0);
}

TEST_CASE("on this system there is a figure") { CHECK(available_memory_gb().value_or(0) > 0); }

TEST_CASE("a pair begins where its limit and those of all that run fit, and when nothing runs") {
  CHECK(has_room(6, 12, 18));
  CHECK_FALSE(has_room(6, 12, 17.9));
  CHECK(has_room(6, 0, 1));
  CHECK(has_room(6, 600, std::nullopt));
}

}  // namespace
}  // namespace assay
