// A rich file with any byte changed is refused by an InputError, or reads as a model that round-trips.
#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/golden_text.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

constexpr const char* kRich = R"(case a
package timm 1.0
verified 2.15.0 3.11.2 timm=1.0
graph g
symbol s0 hint=4 lower=2
guard Eq(Mod(s0, 4), 0)
%0 = input parameter "w" also("v") : f32[s0,2*s0 + 1]{1,2} cuda:1
%1 = input constant "c" data("AACAPw==") : f32[]{?} layout(sparse_coo)
%2 = f(a=[1, -2.5, nan], b?=(%0,), c={"k": None, 2: "x\n\u00e9"}, d=slice(1, None, 2), e=..., g=99999999999999999999) mutates(a) rng alias(0:a) : ([f32[1], int(s0)], bool(?))
%3 = module:m(0=%2.0.1, 1=complex(1.0, inf), 2=torch.float16, 3=device(cpu), 4=graph(g/s)) unbound module M {"p": True} state : opaque(Size) at(source="m.py:1")
output "0"=%3, gradient "w"=sym(s0//2)
graph g/s of %3
)";
constexpr std::string_view kBytes = "\"\\{}[]():,%.=?-09eas \n\x80";

struct Outcome {
  std::size_t refused = 0, read = 0;
};

template <typename Read, typename Write>
Outcome mutate(const std::string& text, Read read, Write write) {
  Outcome outcome;
  for (std::size_t at = 0; at < text.size(); ++at)
    for (const char byte : kBytes) {
      std::string changed = text;
      changed[at] = byte;
      try {
        const std::string once = write(read(changed));
        if (write(read(once)) != once) FAIL("does not round-trip: " << changed);
        ++outcome.read;
      } catch (const InputError&) {
        ++outcome.refused;
      }
    }
  return outcome;
}

}  // namespace

TEST_CASE("a graph file with one byte changed is refused or reads back") {
  const auto read = [](const std::string& text) { return read_graph_file(text, "x"); };
  const Outcome outcome = mutate(write_graph_file(parse_text(kRich)), read, write_graph_file);
  CHECK(outcome.refused > 10'000);
  CHECK(outcome.read > 1'000);
}

TEST_CASE("a text graph with one byte changed is refused or reads back") {
  const auto read = [](const std::string& text) { return parse_text(text); };
  const Outcome outcome = mutate(kRich, read, print_text);
  CHECK(outcome.refused > 10'000);
  CHECK(outcome.read > 1'000);
}

TEST_CASE("a golden with one byte changed is refused or reads back") {
  const auto read = [](const std::string& text) {
    return read_graph_file(
        "golden 2\ncase a\nholds m@cuda verified 2.15.0 3.11\n\ngraphs m@cuda\n" + text + "end\n", "x");
  };
  const auto write = [](const GraphFile& file) { return golden_body_of(file.graphs, "cuda"); };
  const std::string body = golden_body_of(parse_text(kRich).graphs, "cuda");
  REQUIRE(write(read(body)) == body);
  const Outcome outcome = mutate(body, read, write);
  CHECK(outcome.refused > 10'000);
  CHECK(outcome.read > 1'000);
}

TEST_CASE("what one form reads the other carries, whatever the change") {
  const auto read = [](const std::string& text) { return parse_text(text); };
  const auto through_json = [](const GraphFile& file) {
    return print_text(read_graph_file(write_graph_file(file), "x"));
  };
  const auto direct = mutate(kRich, read, print_text), carried = mutate(kRich, read, through_json);
  CHECK(direct.read == carried.read);
}

}  // namespace assay
