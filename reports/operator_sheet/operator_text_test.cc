// operator_text: a run of operators as text.
#include "reports/operator_sheet/operator_text.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

PairResult captured(const char* case_id, MethodId method) {
  PairResult record;
  record.pair = {case_id, method, Device::kCpu};
  record.outcome = Outcome::kCaptured;
  record.verdict = Verdict::kMatch;
  record.replay.emplace();
  record.coverage.emplace().operators = {.matched = 3, .eager = 4, .replay = 3};
  return record;
}

PairResult raised(const char* case_id, MethodId method) {
  PairResult record = captured(case_id, method);
  record.outcome = Outcome::kRaises;
  record.verdict = Verdict::kUnexpectedFailure;
  record.replay.reset();
  record.coverage.reset();
  record.exception = "RuntimeError";
  record.message = "no kernel";
  record.raised_at = "torch/a.py:7 in f";
  return record;
}

TEST_CASE("a run of operators is a table, the causes of what is missed, and broken promises") {
  PairResult broken = captured("op_db/svd/complex64", MethodId::kMakeFx);
  const Departure at{.target = "aten.svd.default", .expected = "c64[2]{1}", .found = "c64[2]{2}"};
  broken.replay->findings.push_back({FindingKind::kMetadata, "in other words", at});
  const std::string text = operator_text(
      {captured("op_db/sin/float32", MethodId::kMakeFx), broken,
       raised("op_db/sin/float32", MethodId::kExport), captured("op_db/cos/float32", MethodId::kExport)},
      Detail::kScreen, Color::kOff);
  CHECK(text == R"(
operators by class of dtypes: captured, replayed of pairs, recall of what the dispatcher ran
method   device  floating           integer  bool  complex
make_fx  cpu     1, 1 of 1, 75.0 %  -        -     1, 1 of 1, 75.0 %
export   cpu     1, 1 of 2, 75.0 %  -        -     -

misses: 1 cause
  1 pair: raises RuntimeError: no kernel
    at torch/a.py:7 in f
    of sin; by export
    next: assay ops sin --dtypes floating --methods export --device cpu -v

kernels that give other metadata than their fake kernels promise: 1 operator
  aten.svd.default (1 pair, such as op_db/svd/complex64 make_fx cpu): promised c64[2]{1}, it gives c64[2]{2}
)");
}

TEST_CASE("of more causes than a screen has room for, the first are told, unless all are asked for") {
  std::vector<PairResult> records;
  for (char name = 'a'; name < 'l'; ++name) {
    records.push_back(raised("op_db/sin/float32", MethodId::kExport));
    records.back().message += std::string(" ") + name;
  }
  REQUIRE(records.size() == 11);
  const auto text_in = [&](Detail detail) { return operator_text(records, detail, Color::kOff); };
  CHECK(text_in(Detail::kScreen).find("no kernel k") == std::string::npos);
  CHECK(text_in(Detail::kScreen).find("  and 1 more; -v prints all\n") != std::string::npos);
  CHECK(text_in(Detail::kAll).find("no kernel k") != std::string::npos);
}

TEST_CASE("a run without operators of the database says nothing of them") {
  CHECK(operator_text({captured("seed/mlp", MethodId::kExport)}, Detail::kAll, Color::kOff).empty());
}

TEST_CASE("the list of operators has a line for each, with the dtypes that would be run") {
  const operators::OperatorList list{"2.15.0",
                                     {{"sin", {{Device::kCpu, {DType::kFloat32, DType::kInt64}}}},
                                      {"linalg.eig", {{Device::kCpu, {DType::kFloat64}}}}}};
  CHECK(operator_list_text(list, {.devices = {Device::kCpu}}) ==
        "linalg.eig  float64\nsin         float32  int64\n");
}

}  // namespace
}  // namespace assay
