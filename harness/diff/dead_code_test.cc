// Dead code: symmetric parts that no output reaches.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/diff/diff.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

bool same_program(std::string_view left, std::string_view right) {
  GraphFile a = parse_text(left), b = parse_text(right);
  bool answer = equal(a, b);
  REQUIRE(equal(b, a) == answer);
  REQUIRE(diff(a, b).equal == answer);
  REQUIRE(diff(a, b).entries.empty() == answer);
  return answer;
}

std::string with_dead(std::string_view dead) {
  return "graph f\n%0 = input user \"0\" : f32[2]\n" + std::string(dead) + "output \"0\"=%0\n";
}

/// `sources` equal nodes, then an unused `aten.add` for each pair.
std::string pairs_of(int sources, const std::vector<std::pair<int, int>>& pairs) {
  std::string text;
  for (int k = 0; k < sources; ++k) text += fmt::format("%{} = aten.zeros.default() : f32[2]\n", k + 1);
  for (std::size_t k = 0; k < pairs.size(); ++k)
    text += fmt::format("%{} = aten.add.Tensor(self=%{}, other=%{}) : f32[2]\n",
                        sources + 1 + static_cast<int>(k), pairs[k].first + 1, pairs[k].second + 1);
  return with_dead(text);
}

using Pairs = std::vector<std::pair<int, int>>;

TEST_CASE("dead code is compared: removed, added or changed is a difference") {
  std::string dead = with_dead("%1 = aten.relu.default(self=%0) : f32[2]\n");
  CHECK(same_program(dead, dead));
  CHECK_FALSE(same_program(dead, with_dead("")));
  CHECK_FALSE(same_program(dead, with_dead("%1 = aten.neg.default(self=%0) : f32[2]\n")));
}

TEST_CASE("dead code in another order is the same") {
  CHECK(same_program(
      with_dead("%1 = aten.relu.default(self=%0) : f32[2]\n%2 = aten.neg.default(self=%0) : f32[2]\n"),
      with_dead("%1 = aten.neg.default(self=%0) : f32[2]\n%2 = aten.relu.default(self=%0) : f32[2]\n")));
}

TEST_CASE("dead code is compared by its wiring: shared is not duplicated") {
  CHECK_FALSE(same_program(pairs_of(2, {{0, 0}, {1, 1}}), pairs_of(2, {{0, 1}, {0, 1}})));
  CHECK_FALSE(same_program(pairs_of(2, {{0, 1}, {0, 1}}), pairs_of(2, {{0, 1}, {1, 0}})));
  CHECK(same_program(pairs_of(2, {{0, 1}, {0, 1}}), pairs_of(2, {{1, 0}, {1, 0}})));
}

TEST_CASE("a ring of six is not two rings of three") {
  Pairs six{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}};
  Pairs three_and_three{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}};
  Pairs six_elsewhere{{3, 5}, {1, 0}, {5, 1}, {2, 3}, {0, 4}, {4, 2}};
  CHECK_FALSE(same_program(pairs_of(6, six), pairs_of(6, three_and_three)));
  CHECK(same_program(pairs_of(6, six), pairs_of(6, six_elsewhere)));
  CHECK(same_program(pairs_of(6, three_and_three),
                     pairs_of(6, {{0, 2}, {2, 4}, {4, 0}, {1, 3}, {3, 5}, {5, 1}})));
}

/// A ring of `n` rungs, closed straight (two rings) or crossed (one ring of twice the length). Connected, and
/// equal as seen from every node.
Pairs ladder(int n, bool crossed) {
  Pairs pairs;
  for (int k = 0; k < n; ++k) {
    bool cross = crossed && k == n - 1;
    pairs.push_back({k, cross ? n : (k + 1) % n});
    pairs.push_back({n + k, cross ? 0 : n + (k + 1) % n});
    pairs.push_back({k, n + k});
    pairs.push_back({n + k, k});
  }
  return pairs;
}

TEST_CASE("a crossed ladder is not a straight one, though every node looks the same") {
  CHECK(same_program(pairs_of(12, ladder(6, true)), pairs_of(12, ladder(6, true))));
  CHECK_FALSE(same_program(pairs_of(12, ladder(6, true)), pairs_of(12, ladder(6, false))));
}

TEST_CASE("many equal dead nodes are matched one by one") {
  std::string left, right;
  for (int k = 0; k < 5000; ++k) left += fmt::format("%{} = aten.relu.default(self=%0) : f32[2]\n", k + 1);
  CHECK(same_program(with_dead(left), with_dead(left)));
  right = left.substr(0, left.rfind("%5000")) + "%5000 = aten.neg.default(self=%0) : f32[2]\n";
  CHECK_FALSE(same_program(with_dead(left), with_dead(right)));
}

TEST_CASE("a dead constant is matched by its bytes") {
  auto constant = [](std::string_view name, std::string_view data) {
    return with_dead(fmt::format("%1 = input constant \"{}\" data(\"{}\") : u8[1]\n", name, data));
  };
  CHECK(same_program(constant("a", "AQ=="), constant("b", "AQ==")));
  CHECK_FALSE(same_program(constant("a", "AQ=="), constant("a", "Ag==")));
}

TEST_CASE("a defaulted argument that one side lacks is no difference in dead code either") {
  CHECK(same_program(with_dead("%1 = aten.add.Tensor(self=%0, other=%0, alpha?=1) : f32[2]\n"),
                     with_dead("%1 = aten.add.Tensor(self=%0, other=%0) : f32[2]\n")));
  CHECK_FALSE(same_program(with_dead("%1 = aten.add.Tensor(self=%0, other=%0, alpha?=1) : f32[2]\n"),
                           with_dead("%1 = aten.add.Tensor(self=%0, other=%0, alpha=2) : f32[2]\n")));
}

/// The construction by which Cai, Fürer and Immerman defeat refinement: two ways to join the two copies of
/// every vertex of a complete graph. `twisted` crosses one connection, which no isomorphism undoes.
Pairs hard(int vertices, bool twisted) {
  std::vector<std::vector<int>> wire(
      vertices, std::vector<int>(vertices));  // first of the two ends of a wire at a vertex
  int next = 0;
  for (int a = 0; a < vertices; ++a)
    for (int b = 0; b < vertices; ++b)
      if (a != b) wire[a][b] = std::exchange(next, next + 2);
  Pairs pairs;
  for (int a = 0; a < vertices; ++a) {
    for (int choice = 0; choice < 1 << (vertices - 1); ++choice) {
      if (__builtin_popcount(static_cast<unsigned>(choice)) % 2 != 0) continue;
      int inner = next++, bit = 0;
      for (int b = 0; b < vertices; ++b)
        if (a != b) pairs.push_back({inner, wire[a][b] + (choice >> bit++ & 1)});
    }
  }
  for (int a = 0; a < vertices; ++a)
    for (int b = a + 1; b < vertices; ++b) {
      bool cross = twisted && a == 0 && b == 1;
      for (int end : {0, 1}) {
        pairs.push_back({wire[a][b] + end, wire[b][a] + (cross ? 1 - end : end)});
        pairs.push_back({wire[b][a] + (cross ? 1 - end : end), wire[a][b] + end});
      }
    }
  return pairs;
}

int sources_of(const Pairs& pairs) {
  int most = 0;
  for (auto [a, b] : pairs) most = std::max({most, a, b});
  return most + 1;
}

TEST_CASE("dead code that refinement cannot split is never called equal when it is not") {
  Pairs straight = hard(5, false), twisted = hard(5, true);
  REQUIRE(sources_of(straight) == sources_of(twisted));
  CHECK(same_program(pairs_of(sources_of(straight), straight), pairs_of(sources_of(straight), straight)));
  CHECK_FALSE(same_program(pairs_of(sources_of(straight), straight), pairs_of(sources_of(twisted), twisted)));
}

TEST_CASE("past the budget the answer is undecided, and says so") {
  Pairs straight = hard(9, false), twisted = hard(9, true);
  GraphFile left = parse_text(pairs_of(sources_of(straight), straight));
  GraphFile right = parse_text(pairs_of(sources_of(twisted), twisted));
  DiffResult result = diff(left, right);
  CHECK_FALSE(result.equal);
  REQUIRE(result.entries.size() == 1);
  CHECK(result.entries[0].kind == DiffKind::kUndecided);
  CHECK(result.entries[0].matcher == Matcher::kSymmetry);
}

}  // namespace
}  // namespace assay
