// Coverage as JSON: read back, and refused if it contradicts itself.
#include "harness/results/coverage_json.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay {
namespace {

const std::string kJson =
    R"({"operators":{"matched":2,"eager":3,"replay":4},"edges":{"matched":3,"eager":5,"replay":5},)"
    R"("missed":{"aten.relu.default":1},"extra":{"aten.neg.default":2},)"
    R"("missed_edges":{"aten.mul.Tensor -> self of aten.relu.default":2},"extra_edges":{}})";

Coverage read(const std::string& text) {
  return read_as<Coverage>(JsonPlace(JsonSource::parse(text, "coverage", "", Lines::kOne)));
}

std::string refusal(std::string_view old, std::string_view replacement) {
  std::string text = kJson;
  text.replace(text.find(old), old.size(), replacement);
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "(accepted)";
}

}  // namespace

TEST_CASE("a coverage survives its JSON") {
  const Coverage coverage{.operators = {2, 3, 4},
                          .edges = {3, 5, 5},
                          .missed = {{"aten.relu.default", 1}},
                          .extra = {{"aten.neg.default", 2}},
                          .missed_edges = {{"aten.mul.Tensor -> self of aten.relu.default", 2}},
                          .extra_edges = {}};
  CHECK(json_of(coverage).dump() == kJson);
  CHECK(read(kJson) == coverage);
}

TEST_CASE("a coverage that says more matched than ran, or counts nothing, is refused") {
  using Catch::Contains;
  CHECK_THAT(refusal(R"("matched":2,"eager":3)", R"("matched":4,"eager":3)"),
             Contains("operators: more matched than there are"));
  CHECK_THAT(refusal(R"("aten.neg.default":2)", R"("aten.neg.default":0)"), Contains("extra.aten.neg"));
  CHECK_THAT(refusal(R"("extra_edges")", R"("extra_nodes")"), Contains("extra_nodes"));
}

}  // namespace assay
