// paired_diff: text graphs in, pairs and places of entries out.
#include "harness/diff/paired_diff.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/graph/text.h"
#include "reports/diff_text/print_diff.h"

namespace assay {
namespace {

constexpr std::string_view kWithoutClone =
    "graph joint\n"
    "%0 = input user \"0\" : f32[2]\n"
    "%1 = aten.relu.default(self=%0) : f32[2]\n"
    "%2 = aten.exp.default(self=%1) : f32[2]\n"
    "output \"0\"=%2\n";

/// kWithoutClone with a clone before the exponential.
constexpr std::string_view kWithClone =
    "graph joint\n"
    "%0 = input user \"0\" : f32[2]\n"
    "%1 = aten.relu.default(self=%0) : f32[2]\n"
    "%2 = aten.clone.default(self=%1) : f32[2]\n"
    "%3 = aten.exp.default(self=%2) : f32[2]\n"
    "output \"0\"=%3\n";

std::string id_text(NodeId id) { return id == kNoNode ? "-" : std::to_string(id); }

/// "joint joint: 0=0 1=1" for each pair of graphs, then "KIND LEFT RIGHT" for each entry.
std::string pairs_of(std::string_view left_text, std::string_view right_text, const Policy& policy = {}) {
  const GraphFile left = parse_text(left_text), right = parse_text(right_text);
  const PairedDiff paired = paired_diff(left, right, policy);
  REQUIRE(paired.pairs.places.size() == paired.result.entries.size());
  std::string told;
  for (const GraphPairs& pairs : paired.pairs.graphs) {
    told += left.graphs[pairs.left].name.str() + " " + right.graphs[pairs.right].name.str() + ":";
    for (const auto& [first, second] : pairs.nodes) told += fmt::format(" {}={}", first, second);
    told += "\n";
  }
  for (std::size_t entry = 0; entry < paired.pairs.places.size(); ++entry) {
    const DiffPlace& place = paired.pairs.places[entry];
    told += fmt::format(
        "{} {}\n", to_string(paired.result.entries[entry].kind),
        place.graphs == DiffPlace::kNoGraphs ? "graph" : id_text(place.left) + " " + id_text(place.right));
  }
  return told;
}

TEST_CASE("equal graphs are paired node by node and have no entries") {
  CHECK(pairs_of(kWithoutClone, kWithoutClone) == "joint joint: 0=0 1=1 2=2 3=3\n");
}

TEST_CASE("what is extra has no partner, and each entry says which nodes it is about") {
  CHECK(pairs_of(kWithoutClone, kWithClone) == "joint joint: 0=0 1=1 2=3 3=4\nrewired 2 3\nextra - 2\n");
}

TEST_CASE("a node that a policy has put aside has no partner, and ids are those of the files") {
  std::string detached(kWithClone);
  detached.replace(detached.find("aten.clone.default"), 18, "aten.detach.default");
  Policy policy;
  set_policy(policy, "fold", "detach", "test");
  CHECK(pairs_of(kWithoutClone, detached, policy) == "joint joint: 0=0 1=1 2=3 3=4\n");
  detached.replace(detached.find("aten.exp.default"), 16, "aten.log.default");
  CHECK(pairs_of(kWithoutClone, detached, policy) == "joint joint: 0=0 1=1 2=3 3=4\ntarget 2 3\n");
}

TEST_CASE("a graph that one file lacks, and what a graph assumes, are entries without nodes") {
  const std::string more =
      std::string(kWithoutClone) + "graph other\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n";
  CHECK(pairs_of(more, kWithoutClone) == "joint joint: 0=0 1=1 2=2 3=3\nmissing graph\n");
  std::string guarded(kWithClone);
  guarded.insert(guarded.find("%0"), "symbol s0\nguard 2 <= s0\n");
  CHECK(pairs_of(kWithoutClone, guarded) ==
        "joint joint: 0=0 1=1 2=3 3=4\nshape graph\nrewired 2 3\nextra - 2\n");
}

TEST_CASE("an entry about order names both nodes that changed places") {
  const std::string first = "%1 = fn:torch.f(0=%0) state : None\n",
                    second = "%2 = fn:torch.g(0=%0) state : None\n";
  const std::string input = "graph g\n%0 = input user \"0\" : f32[2]\n", output = "output \"0\"=%0\n";
  const GraphFile left = parse_text(input + first + second + output);
  const GraphFile right =
      parse_text(input + "%1 = fn:torch.g(0=%0) state : None\n%2 = fn:torch.f(0=%0) state : None\n" + output);
  const PairedDiff paired = paired_diff(left, right);
  REQUIRE(paired.result.entries.size() == 1);
  CHECK(paired.result.entries[0].kind == DiffKind::kOrder);
  CHECK(paired.pairs.places[0].left == 1);
  CHECK(paired.pairs.places[0].second == 2);
  CHECK(paired_diff(left, left).pairs.places.empty());
}

TEST_CASE("sub-graphs at the same place are paired whatever their names are") {
  const std::string left =
      "graph joint\n%0 = input user \"0\" : f32[2]\n"
      "%1 = higher_order.wrap(0=graph(joint/a), 1=%0) unbound : f32[2]\noutput \"0\"=%1\n"
      "graph joint/a of %1\n%0 = input user \"0\" : f32[2]\n%1 = aten.relu.default(self=%0) : f32[2]\n"
      "output \"0\"=%1\n";
  std::string right = left;
  for (std::size_t at; (at = right.find("joint/a")) != std::string::npos;) right.replace(at, 7, "joint/b");
  right.replace(right.find("aten.relu.default"), 17, "aten.tanh.default");
  CHECK(pairs_of(left, right) == "joint joint: 0=0 1=1 2=2\njoint/a joint/b: 0=0 1=1 2=2\ntarget 1 1\n");
}

TEST_CASE("the result is what diff says") {
  const GraphFile left = parse_text(kWithoutClone), right = parse_text(kWithClone);
  CHECK(print_diff_json(paired_diff(left, right).result) == print_diff_json(diff(left, right)));
  CHECK(print_diff_json(paired_diff(left, right).result) != print_diff_json(diff(left, left)));
}

}  // namespace
}  // namespace assay
