// Causes: what counts as the same difference.
#include "harness/results/causes.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

PairId pair(const std::string& id) { return {id, MethodId::kMakeFx, Device::kCpu}; }

/// relu against `op` after `before` further nodes, so that numbers of nodes differ from graph to graph.
DiffResult relu_becomes(const std::string& op, int before) {
  const auto graph = [&](const std::string& last) {
    std::string text = "graph f\n%0 = input user \"0\" : f32[2]\n";
    for (int k = 1; k <= before; ++k)
      text += "%" + std::to_string(k) + " = aten.neg(self=%" + std::to_string(k - 1) + ") : f32[2]\n";
    const std::string number = std::to_string(before + 1);
    return parse_text(text + "%" + number + " = " + last + "(self=%" + std::to_string(before) +
                      ") : f32[2]\noutput \"0\"=%" + number + "\n");
  };
  return diff(graph("aten.relu"), graph(op));
}

std::vector<Cause> folded(const std::vector<std::pair<std::string, DiffResult>>& results) {
  std::vector<CauseSeen> all;
  for (const auto& [id, result] : results)
    for (CauseSeen& seen : causes_of(pair(id), result)) all.push_back(std::move(seen));
  return fold_causes(all);
}

TEST_CASE("the same change in three graphs is one cause, whatever the numbers of the nodes") {
  const auto causes = folded({{"a", relu_becomes("aten.tanh", 0)},
                              {"b", relu_becomes("aten.tanh", 5)},
                              {"c", relu_becomes("aten.tanh", 9)}});
  REQUIRE(causes.size() == 1);
  CHECK(causes[0].key == CauseKey{"target", "aten.relu", "% = aten.relu(self=%)", "% = aten.tanh(self=%)"});
  CHECK(causes[0].pairs == std::vector<PairId>{pair("a"), pair("b"), pair("c")});
  CHECK(causes[0].places.size() == 3);
}

TEST_CASE("another right side is another cause with another id; those that touch most come first") {
  const auto causes = folded({{"a", relu_becomes("aten.tanh", 0)},
                              {"b", relu_becomes("aten.silu", 5)},
                              {"c", relu_becomes("aten.silu", 9)}});
  REQUIRE(causes.size() == 2);
  CHECK(causes[0].key.right == "% = aten.silu(self=%)");
  CHECK(causes[1].key.right == "% = aten.tanh(self=%)");
  CHECK(causes[0].id != causes[1].id);
}

TEST_CASE("ids come from the content alone, and parts that run together are told apart") {
  CHECK(id_of({"target", "aten.relu", "aten.relu", "aten.tanh"}) == "43ae62ff");
  CHECK(id_of({"target", "ab", "c", ""}) != id_of({"target", "a", "bc", ""}));
}

TEST_CASE("a whole node is the same cause at other sizes; a size that changed is a cause of its own") {
  const auto key = [](DiffKind kind, const std::string& left) {
    DiffResult result;
    result.entries.push_back({});
    result.entries[0].kind = kind;
    result.entries[0].left = left;
    return causes_of(pair("a"), result).at(0).key;
  };
  const std::string two = "%3 = aten.relu(self=%1) : f32[2]", four = "%7 = aten.relu(self=%6) : f32[4]";
  CHECK(key(DiffKind::kMissing, two) == key(DiffKind::kMissing, four));
  CHECK(key(DiffKind::kMissing, two) != key(DiffKind::kExtra, four));
  CHECK(key(DiffKind::kShape, "f32[2]") != key(DiffKind::kShape, "f32[4]"));
}

TEST_CASE("which output of a node is read is part of a cause, its number is not") {
  const auto key = [](const std::string& left) {
    DiffResult result;
    result.entries.push_back({});
    result.entries[0].left = left;
    return causes_of(pair("a"), result).at(0).key.left;
  };
  CHECK(key("self=%12.1, 5% of %3") == "self=%.1, 5% of %");
  CHECK(key("self=%7.2") != key("self=%7.1"));
}

TEST_CASE("a summary that differs is one cause, whatever the number of its modules") {
  DiffResult result;
  for (const char* module : {"a", "b", "c", "d"}) {
    DiffEntry& entry = result.entries.emplace_back();
    entry.op = "module";
    entry.module = module;
    entry.left = "4 nodes, sha256 1";
    entry.right = "4 nodes, sha256 2";
  }
  DiffEntry& op = result.entries.emplace_back();
  op.op = "aten.relu.default";
  op.left = "4 times";
  op.right = "3 times";
  const CauseSeen seen = cause_of_summary(pair("a"), result);
  CHECK(seen.key.left.starts_with("aten.relu.default 4 times; sha256 "));
  CHECK(seen.key.right.starts_with("aten.relu.default 3 times; sha256 "));
  CHECK(seen.place.module == "a, b, c and 1 more");
  result.entries[3].right = "4 nodes, sha256 3";
  CHECK(cause_of_summary(pair("a"), result).key != seen.key);
}

TEST_CASE("graphs without a golden are one cause per case") {
  const auto causes =
      fold_causes({cause_of_new(pair("a"), ""), cause_of_new({"a", MethodId::kAot, Device::kCuda}, ""),
                   cause_of_new(pair("b"), "")});
  REQUIRE(causes.size() == 2);
  CHECK(causes[0].pairs.size() == 2);
  CHECK(causes[0].key.right == "the first graph of a");
}

}  // namespace
}  // namespace assay
