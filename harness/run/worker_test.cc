// Workers: the choice of a worker, and the command for an unknown worker.
#include "harness/run/worker.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/workers_on_disk.h"

namespace assay {
namespace {

std::string refusal(const TestWorkers& workers, const WorkerChoice& choice) {
  try {
    return "(chose " + select_worker(workers.root(), choice).name + ")";
  } catch (const Error& error) {
    return to_message(error.parts());
  }
}

struct Two : TestWorkers {
  Two() {
    add("default", "2.15.0", (add_environment("venv") / "bin/python").string());
    add("old", "2.11.0+cpu", (add_environment("venv211") / "bin/python").string());
  }
  std::string chosen(const WorkerChoice& choice) const { return select_worker(root(), choice).name; }
};

TEST_CASE("the default worker is used when nothing is said") {
  const Two workers;
  const Worker worker = select_worker(workers.root(), {});
  CHECK(worker.name == "default");
  CHECK(worker.torch == "2.15.0");
  CHECK(worker.program() == workers.root() / "default/bin/assay-capture");
  CHECK(worker.methods == std::vector<std::string>{"make_fx"});
  CHECK(worker.devices == std::vector<Device>{Device::kCpu, Device::kCuda});
}

TEST_CASE("a flag is stronger than the variable, and the variable than an active environment") {
  const Two workers;
  const std::string venv211 = (workers.root() / "venv211").string();
  CHECK(workers.chosen({.virtual_env = venv211}) == "old");
  CHECK(workers.chosen({.assay_worker = "default", .virtual_env = venv211}) == "default");
  CHECK(workers.chosen({.torch = "2.11", .assay_worker = "default"}) == "old");
  CHECK(workers.chosen({.python = venv211 + "/bin/python", .torch = "2.15.0"}) == "old");
  CHECK(workers.chosen({.name = "default", .python = venv211 + "/bin/python"}) == "default");
}

TEST_CASE("an active environment without a worker leaves the default") {
  const Two workers;
  CHECK(workers.chosen({.virtual_env = workers.add_environment("fresh").string()}) == "default");
}

TEST_CASE("every name of a virtual environment's interpreter means that environment, and no other's") {
  const Two workers;
  CHECK(workers.chosen({.python = (workers.root() / "venv211/bin/python3").string()}) == "old");
  CHECK(workers.chosen({.python = (workers.root() / "venv211/../venv/bin/python3").string()}) == "default");
  CHECK_THROWS_AS(workers.chosen({.python = "/usr/bin/env"}), HarnessError);  // the target of both links
}

TEST_CASE("a worker that does not exist ends with the line to type") {
  const Two workers;
  const std::string found = "\n  found: workers: default (torch 2.15.0), old (torch 2.11.0+cpu)";
  CHECK(refusal(workers, {.name = "nightly"}) ==
        "no worker is named 'nightly' (--worker)" + found +
            "\n  next: ci/worker.sh --name nightly --python /path/to/venv/bin/python");
  CHECK(refusal(workers, {.assay_worker = "nightly"}) ==
        "no worker is named 'nightly' ($ASSAY_WORKER)" + found +
            "\n  next: ci/worker.sh --name nightly --python /path/to/venv/bin/python");
  CHECK(refusal(workers, {.python = "/opt/x/bin/python"}) ==
        "no worker was built for /opt/x/bin/python" + found +
            "\n  next: ci/worker.sh --python /opt/x/bin/python");
  CHECK(refusal(workers, {.torch = "2.14.1"}) ==
        "no worker has torch 2.14.1" + found + "\n  next: ci/worker.sh --torch 2.14.1");
}

TEST_CASE("without any worker the default is made by the set-up command") {
  const TestWorkers none;
  CHECK(refusal(none, {}) ==
        "no worker is named 'default' (the default)\n  found: no worker at all\n  next: ci/zoo.sh");
}

TEST_CASE("a torch that two workers have is the default's, else a question") {
  const Two workers;
  workers.add("second", "2.15.0", "/opt/x/bin/python");
  CHECK(workers.chosen({.torch = "2.15"}) == "default");
  workers.add("third", "2.11.0", "/opt/y/bin/python");
  CHECK_THAT(refusal(workers, {.torch = "2.11"}), Catch::Contains("2 workers have torch 2.11"));
  CHECK_THAT(refusal(workers, {.torch = "new"}), Catch::Contains("not a version"));
}

TEST_CASE("a broken worker.json is named, with what was expected and found") {
  const Two workers;
  const auto file = workers.root() / "old/worker.json";
  TestWorkers::write(file, R"({"torch": 2})");
  CHECK(refusal(workers, {}) ==
        file.string() + ":1: the key 'executable' is missing\n  expected: 'executable': a value\n" +
            "  next: ci/worker.sh --python /path/to/venv/bin/python");
  TestWorkers::write(file, "{");
  CHECK_THAT(refusal(workers, {}), Catch::Contains(file.string() + ":1: not JSON"));
}

}  // namespace
}  // namespace assay
