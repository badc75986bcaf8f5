// inherited_digest: the state that two processes must share to share a zygote.
#include "harness/run/inherited.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>

namespace assay {
namespace {

const std::vector<std::string> kEnvironment{"OMP_NUM_THREADS=1", "TORCH_LOGS="};

Worker worker_in(const char* folder) {
  return {.name = "default",
          .folder = folder,
          .python_executable = "",
          .torch = "",
          .python = "",
          .methods = {},
          .devices = {}};
}

std::string digest(std::vector<std::string> environment = kEnvironment) {
  return inherited_digest(worker_in("/workers/default"), Device::kCpu, std::move(environment));
}

TEST_CASE("the same worker, device and environment, in whatever order, are one") {
  CHECK(digest() == digest());
  CHECK(digest() == digest({kEnvironment.rbegin(), kEnvironment.rend()}));
  CHECK(digest().size() == 32);
}

TEST_CASE("another worker, device or variable makes another") {
  CHECK(digest() != inherited_digest(worker_in("/workers/2.11.0"), Device::kCpu, kEnvironment));
  CHECK(digest() != inherited_digest(worker_in("/workers/default"), Device::kCuda, kEnvironment));
  CHECK(digest() != digest({"OMP_NUM_THREADS=1", "TORCH_LOGS=+dynamo"}));
  CHECK(digest() != digest({"OMP_NUM_THREADS=1"}));
  CHECK(digest() != digest({"OMP_NUM_THREADS=1TORCH_LOGS="}));
}

TEST_CASE("another umask makes another, until it is put back") {
  const std::string before = digest();
  const mode_t mask = umask(0777);
  const std::string other = digest();
  umask(mask);
  CHECK(other != before);
  CHECK(digest() == before);
}

TEST_CASE("another limit makes another, until it is put back") {
  const std::string before = digest();
  rlimit limits{};
  getrlimit(RLIMIT_NOFILE, &limits);
  const rlimit lower{limits.rlim_cur - 1, limits.rlim_max};
  setrlimit(RLIMIT_NOFILE, &lower);
  const std::string other = digest();
  setrlimit(RLIMIT_NOFILE, &limits);
  CHECK(other != before);
  CHECK(digest() == before);
}

}  // namespace
}  // namespace assay
