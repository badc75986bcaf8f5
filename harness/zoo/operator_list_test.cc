// The list of operators and its cases.
#include "harness/zoo/operator_list.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay::operators {
namespace {

OperatorList a_list() {
  return operator_list_from(R"({"torch": "2.15.0+cu130", "operators": [
    {"name": "sin", "cpu": ["bfloat16", "float32", "int64", "uint8", "bool", "complex64"], "cuda": ["float32"]},
    {"name": "std-unbiased", "cpu": ["float64"], "cuda": ["float64"]},
    {"name": "scaled_mm", "cpu": [], "cuda": ["float8_e4m3fn", "no_dtype_of_ours"]}]})",
                            "list");
}

std::vector<std::string> ids_of(const std::vector<Case>& cases) {
  std::vector<std::string> ids;
  for (const Case& test : cases) ids.push_back(test.id);
  return ids;
}

TEST_CASE("of each class an operator is run in the dtype that programs use, else in the first it takes") {
  const OperatorList list = a_list();
  REQUIRE(list.operators.size() == 3);
  CHECK(dtype_of(list.operators[0], DTypeClass::kFloating, Device::kCpu) == DType::kFloat32);
  CHECK(dtype_of(list.operators[0], DTypeClass::kInteger, Device::kCpu) == DType::kInt64);
  CHECK(dtype_of(list.operators[0], DTypeClass::kBool, Device::kCpu) == DType::kBool);
  CHECK(dtype_of(list.operators[0], DTypeClass::kComplex, Device::kCpu) == DType::kComplex64);
  CHECK(dtype_of(list.operators[1], DTypeClass::kFloating, Device::kCpu) == DType::kFloat64);
  CHECK(dtype_of(list.operators[2], DTypeClass::kFloating, Device::kCuda) == DType::kFloat8E4M3FN);
  CHECK_FALSE(dtype_of(list.operators[0], DTypeClass::kComplex, Device::kCuda));
  CHECK_FALSE(dtype_of(list.operators[2], DTypeClass::kFloating, Device::kCpu));
}

TEST_CASE("an operator is a case for each class of dtypes, on the devices that take it") {
  const std::vector<Case> cases = cases_of(a_list(), {.devices = {Device::kCpu, Device::kCuda}});
  CHECK(ids_of(cases) == std::vector<std::string>{"op_db/scaled_mm/float8_e4m3fn", "op_db/sin/bool",
                                                  "op_db/sin/complex64", "op_db/sin/float32",
                                                  "op_db/sin/int64", "op_db/std-unbiased/float64"});
  REQUIRE(cases.size() == 6);
  CHECK(cases[0].devices == std::vector{Device::kCuda});
  CHECK(cases[1].devices == std::vector{Device::kCpu});
  CHECK(cases[3].devices == std::vector{Device::kCpu, Device::kCuda});
}

TEST_CASE("names, globs, classes and samples select, each operator once") {
  const Selection some{.names = {"s*n", "sin"},
                       .classes = {DTypeClass::kFloating},
                       .samples = "all",
                       .devices = {Device::kCpu}};
  CHECK(ids_of(cases_of(a_list(), some)) == std::vector<std::string>{"op_db/sin/float32/all"});
  const Selection none{.names = {"sinn"}, .devices = {Device::kCpu}};
  CHECK_THROWS_WITH(cases_of(a_list(), none),
                    "op_db of PyTorch 2.15.0+cu130: no operator 'sinn'; did you mean 'sin'?\n  expected: the "
                    "name of an entry, its variant behind a hyphen, or a glob\n  next: assay ops --list");
}

TEST_CASE("a list without operators is none") {
  CHECK_THROWS_AS(operator_list_from(R"({"torch": "2.15.0", "operators": []})", "list"), InputError);
  CHECK_THROWS_AS(operator_list_from(R"({"torch": "2.15.0"})", "list"), InputError);
  CHECK_THROWS_AS(operator_list_from("", "list"), InputError);
}

}  // namespace
}  // namespace assay::operators
