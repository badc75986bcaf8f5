// Operators of PyTorch's database, selected on a command line.
#include "harness/zoo/operator_samples.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/error/error.h"
#include "harness/zoo/project.h"

namespace assay {
namespace {

TEST_CASE("an operator, its variant and its dtype are a case whose factory is in the worker") {
  const Case test = select_cases({}, {"op_db/std-unbiased/float32"}).at(0);
  CHECK(test.id == "op_db/std-unbiased/float32");
  CHECK(test.selector == test.id);
  CHECK(test.family == "op_db");
  CHECK((*test.expanded)["factory"] == "assay_python.sources.operators:entry");
  CHECK((*test.expanded)["kwargs"].dump() == R"({"name":"std-unbiased","dtype":"float32","samples":"few"})");
  CHECK(is_in_tier(test, MethodId::kExport, "full"));
  CHECK_FALSE(is_in_tier(test, MethodId::kExport, kDefaultTier));
}

TEST_CASE("one sample, or all of them, are cases of their own") {
  const Case few = case_of_operator({"add", "float32"});
  for (const std::string sample : {"all", "out", "7"}) {
    const std::string id = "op_db/add/float32/" + sample;
    const Case test = select_cases({}, {id}).at(0);
    CHECK(test.id == id);
    CHECK((*test.expanded)["kwargs"]["samples"] == sample);
    CHECK(test.sha256 != few.sha256);
  }
}

TEST_CASE("an id is made of its parts and read back") {
  const OperatorSamples samples{"nn.functional.conv2d", "complex64", "inplace"};
  CHECK(id_of(samples) == "op_db/nn.functional.conv2d/complex64/inplace");
  CHECK(operator_samples_from(id_of(samples)) == samples);
  CHECK(operator_samples_from("op_db/add/bool") == OperatorSamples{"add", "bool"});
}

TEST_CASE("what begins like an operator and is none is refused") {
  for (const std::string selector :
       {"op_db", "op_db/add", "op_db/*/float32", "op_db/add/float32/out/more", "op_db//float32"}) {
    CHECK(names_operator(selector));
    CHECK_THROWS_WITH(operator_samples_from(selector),
                      selector +
                          ": names no operator of PyTorch's database\n  expected: op_db/NAME/DTYPE, or "
                          "op_db/NAME/DTYPE/SAMPLE\n  next: assay ops NAME");
  }
  CHECK_FALSE(names_operator("op_dbs/add/float32"));
}

}  // namespace
}  // namespace assay
