// growth_text, growth_json: fits in, a table and JSON out.
#include "reports/overhead_sheet/growth_text.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace assay {
namespace {

bench::Growth fitted() {
  bench::Growth growth;
  growth.family = "plain";
  growth.method = MethodId::kMakeFx;
  growth.points = {{10, 0.01}, {100'000, 12}};
  growth.scaling = bench::Scaling{.exponent = 1.5, .low = 1.4, .high = 1.75, .fixed = 0.02, .weight = 0.9};
  return growth;
}

bench::Growth stopped() {
  bench::Growth growth;
  growth.family = "plain";
  growth.method = MethodId::kDynamo;
  growth.stopped = "at 20: RecursionError";
  return growth;
}

TEST_CASE("a line has the exponent and how far the method got, without enough sizes it has none") {
  CHECK(growth_text({fitted(), stopped()}, Color::kOff) ==
        "family  method   device  exponent  95 %         best law    fixed             largest  stopped\n"
        "plain   make_fx  cpu         1.50  (1.40-1.75)  n 90 %    20.0 ms  100,000 in 12.00 s\n"
        "plain   dynamo   cpu            -                                                none  at 20: "
        "RecursionError\n");
}

TEST_CASE("of a cost that does not grow a line has neither exponent nor interval") {
  bench::Growth flat = fitted();
  flat.scaling = bench::Scaling{.high = 4, .fixed = 0.02, .law = bench::Law::kConstant, .weight = 0.9};
  CHECK(growth_text({flat}, Color::kOff) ==
        "family  method   device  exponent  95 %  best law         fixed             largest  stopped\n"
        "plain   make_fx  cpu            -        constant 90 %  20.0 ms  100,000 in 12.00 s\n");
}

TEST_CASE("as data, a method without a fit has null") {
  const auto json = nlohmann::json::parse(growth_json({fitted(), stopped()}));
  CHECK(json["growth"][0]["scaling"]["exponent"] == 1.5);
  CHECK(json["growth"][0]["points"][1]["size"] == 100'000);
  CHECK(json["growth"][1]["scaling"].is_null());
}

}  // namespace
}  // namespace assay
