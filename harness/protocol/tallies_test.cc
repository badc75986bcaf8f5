// Tallies survive their line, and impossible counts are refused.
#include "harness/protocol/tallies.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/text.h"
#include "harness/protocol/messages.h"

namespace assay::protocol {
namespace {

RunTallies two_tallies() {
  const std::string head = "graph joint\n%0 = input user \"0\" : f32[2]\n";
  return {tally(parse_text(head + "%1 = aten.add.Tensor(self=%0, other=%0) : f32[2]\n")),
          tally(parse_text(head + "%1 = aten.cat.default(tensors=[%0], dim=0) : f32[2]\n"))};
}

const std::string kTwo =
    R"({"eager":{"operators":{"aten.add.Tensor":1},"edges":[["input user","other","aten.add.Tensor",1],)"
    R"(["input user","self","aten.add.Tensor",1]]},"replay":{"operators":{"aten.cat.default":1},)"
    R"("edges":[["input user","tensors[0]","aten.cat.default",1]]}})";

RunTallies read(const std::string& text) {
  return read_as<RunTallies>(JsonPlace(JsonSource::parse(text, "tallies", "", Lines::kOne)));
}

std::string refusal(std::string_view old, std::string_view replacement) {
  std::string text = kTwo;
  text.replace(text.find(old), old.size(), replacement);
  try {
    read(text);
  } catch (const InputError& error) {
    return to_message(error.parts());
  }
  return "(accepted)";
}

}  // namespace

TEST_CASE("two tallies survive their text and the message that ends a pair") {
  CHECK(json_of(two_tallies()).dump() == kTwo);
  CHECK(read(kTwo) == two_tallies());

  Ended ended;
  CHECK_FALSE(std::get<Ended>(decode_from_worker(encode(ended))).tallies);
  ended.tallies = two_tallies();
  const auto back = std::get<Ended>(decode_from_worker(encode(ended)));
  REQUIRE(back.tallies);
  CHECK(*back.tallies == two_tallies());
}

TEST_CASE("a tally with one count, edge or key wrong is refused where it is wrong") {
  using Catch::Contains;
  CHECK_THAT(refusal(R"("aten.add.Tensor":1)", R"("aten.add.Tensor":0)"),
             Contains("tallies: eager.operators.aten.add.Tensor"));
  CHECK_THAT(
      refusal(R"(["input user","other","aten.add.Tensor",1])", R"(["input user","aten.add.Tensor",1])"),
      Contains("eager.edges[0]: not an edge"));
  CHECK_THAT(refusal(R"("other")", R"("self")"), Contains("eager.edges[1]: an edge is there twice"));
  CHECK_THAT(refusal(R"("replay":{"operators")", R"("replay":{"nodes")"), Contains("nodes"));
}

}  // namespace assay::protocol
