// PrivateNames: the result for a worker, and its lines in assay doctor.
#include "harness/run/private_names.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/testing/workers_on_disk.h"

namespace assay {
namespace {

TEST_CASE("a private name that PyTorch lacks is read with its users and the reason") {
  const PrivateNames names = private_names_from(
      R"({"torch": "2.16.0", "names": 115, "missing": [{"name": "torch._ops.HigherOrderOperator",
          "users": ["dynamo", "symbolic_trace"], "reason": "needs torch._ops.HigherOrderOperator, which PyTorch 2.16.0 lacks"}]})",
      "private_names.json");
  CHECK(names.count == 115);
  REQUIRE(names.missing.size() == 1);
  CHECK(names.missing[0].name == "torch._ops.HigherOrderOperator");
  CHECK(names.missing[0].users == std::vector<std::string>{"dynamo", "symbolic_trace"});
  CHECK(names.missing[0].reason == "needs torch._ops.HigherOrderOperator, which PyTorch 2.16.0 lacks");
  CHECK(lines_of(names) ==
        std::vector<std::string>{
            "dynamo, symbolic_trace: needs torch._ops.HigherOrderOperator, which PyTorch 2.16.0 lacks"});
}

TEST_CASE("a PyTorch that has every private name lacks none") {
  const PrivateNames names =
      private_names_from(R"({"torch": "2.15.0", "names": 115, "missing": []})", "private_names.json");
  CHECK(names.count == 115);
  CHECK(lines_of(names).empty());
}

TEST_CASE("an answer that is not of the table is an input error with its place") {
  CHECK_THROWS_AS(private_names_from("Traceback", "private_names.json"), InputError);
  CHECK_THROWS_AS(private_names_from(R"({"torch": "2.15.0", "names": 115})", "private_names.json"),
                  InputError);
}

TEST_CASE("a worker is asked again for its private names once the table has changed") {
  const TestWorkers workers;
  const std::filesystem::path folder = workers.add("default", "2.15.0", "/no/python");
  const Worker worker = all_workers(workers.root()).at(0);
  CHECK_THROWS_AS(private_names_of(worker), HarnessError);  // no Python to run
  TestWorkers::write(folder / "private_names.json", R"({"torch": "2.15.0", "names": 3, "missing": []})");
  CHECK(private_names_of(worker).count == 3);
  std::filesystem::create_directories(folder / "lib" / "assay_python");
  TestWorkers::write(folder / "lib" / "assay_python" / "torch_private.py", "");
  CHECK_THROWS_AS(private_names_of(worker), HarnessError);
}

}  // namespace
}  // namespace assay
