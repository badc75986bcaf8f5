// A zygote's environment: the phantom is preloaded for `cuda` without a GPU, and only then.
#include "harness/run/zygote_environment.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/workers_on_disk.h"

namespace assay {
namespace {

using Entries = std::vector<std::string>;

const Entries kInherited{"PATH=/bin", "LD_LIBRARY_PATH=/mine", "CUDA_VISIBLE_DEVICES=-1",
                         "PYTORCH_NVML_BASED_CUDA_CHECK=1"};

struct WithPhantom : TestWorkers {
  WithPhantom() {
    std::filesystem::create_directories(add("default", "2.15.0", "/v/bin/python") / "lib");
    write(worker().phantom_library(), "");
  }
  Worker worker() const { return select_worker(root(), {}); }
};

TEST_CASE("cuda without a GPU gets the phantom ahead of what the caller preloads, as its one device") {
  const WithPhantom workers;
  const std::string folder = (workers.root() / "default").string();
  CHECK(zygote_environment(workers.worker(), Device::kCuda, Gpu::kAbsent, kInherited) ==
        Entries{"PATH=/bin", "LD_PRELOAD=" + folder + "/lib/libassay_phantom.so",
                "LD_LIBRARY_PATH=" + folder + "/phantom:/mine", "CUDA_VISIBLE_DEVICES=0"});
}

TEST_CASE("the cpu, and a real GPU, get the caller's environment untouched") {
  const WithPhantom workers;
  CHECK(zygote_environment(workers.worker(), Device::kCpu, Gpu::kAbsent, kInherited) == kInherited);
  CHECK(zygote_environment(workers.worker(), Device::kCuda, Gpu::kPresent, kInherited) == kInherited);
}

TEST_CASE(
    "what all factories import is named for the zygote, in the place of what the caller's shell names") {
  const WithPhantom workers;
  CHECK(zygote_environment(workers.worker(), Device::kCpu, Gpu::kAbsent, {"ASSAY_PRELOAD=x", "PATH=/bin"},
                           {"a.b", "c"}) == Entries{"PATH=/bin", "ASSAY_PRELOAD=a.b,c"});
}

TEST_CASE("what a shell says of its terminal and folder is left out, what else has such a name is not") {
  const WithPhantom workers;
  CHECK(zygote_environment(workers.worker(), Device::kCpu, Gpu::kAbsent,
                           {"PWD=/home", "OLDPWD=/", "_=/bin/assay", "SHLVL=2", "COLUMNS=80",
                            "PWD_OF_MINE=x"}) == Entries{"PWD_OF_MINE=x"});
}

TEST_CASE("a phantom that is needed and was not built is an error with the line that builds it") {
  const TestWorkers workers;
  workers.add("default", "2.15.0+cpu", "/v/bin/python");
  const Worker worker = select_worker(workers.root(), {});
  CHECK_THROWS_AS(zygote_environment(worker, Device::kCuda, Gpu::kAbsent, {}), HarnessError);
  CHECK_THROWS_WITH(zygote_environment(worker, Device::kCuda, Gpu::kAbsent, {}),
                    Catch::Contains("next: ci/worker.sh --python /v/bin/python"));
}

}  // namespace
}  // namespace assay
