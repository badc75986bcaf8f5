// Precision: for twenty edits far apart, the root causes are exactly the edits.
#include <algorithm>
#include <map>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/testing/random_edits.h"
#include "harness/testing/random_graph.h"
#include "reports/diff_text/print_diff.h"

namespace assay {
namespace {

std::string counted(const std::map<std::string, std::size_t>& counts) {
  std::string text;
  for (const auto& [kind, count] : counts) text += fmt::format("{} {}\n", kind, count);
  return text;
}

std::string kinds_of(const std::vector<Edit>& edits) {
  std::map<std::string, std::size_t> counts;
  for (const Edit& edit : edits) ++counts[std::string(to_string(edit.kind))];
  return counted(counts);
}

std::string kinds_of(const DiffResult& result) {
  std::map<std::string, std::size_t> counts;
  for (const RootCause& root : result.roots) counts[std::string(to_string(root.kind))] += root.places.size();
  return counted(counts);
}

/// Places of the edits, and of the reported causes, that exist in the left graph.
std::vector<std::string> places_of(const std::vector<Edit>& edits) {
  std::vector<std::string> places;
  for (const Edit& edit : edits)
    if (edit.kind != DiffKind::kExtra && edit.kind != DiffKind::kOrder)
      places.push_back(fmt::format("forward/%{}", edit.left));
  std::ranges::sort(places);
  return places;
}
std::vector<std::string> places_of(const DiffResult& result) {
  std::vector<std::string> places;
  for (const RootCause& root : result.roots)
    for (std::size_t place : root.places)
      if (root.kind != DiffKind::kExtra && root.kind != DiffKind::kOrder)
        places.push_back(result.entries[place].left_path);
  std::ranges::sort(places);
  return places;
}

TEST_CASE("twenty mixed edits in a reordered random graph of 10,000 nodes are twenty root causes") {
  auto seed = GENERATE(range(1, 11));
  CAPTURE(seed);
  EditedPair pair = edited_pair(random_graph(10'000, static_cast<std::uint64_t>(seed)), 20, 5);
  REQUIRE(pair.edits.size() == 20);
  DiffResult result = diff(pair.left, reordered(pair.right, 11));
  CHECK(kinds_of(result) == kinds_of(pair.edits));
  CHECK(places_of(result) == places_of(pair.edits));
}

TEST_CASE("a twenty-first edit is a twenty-first root cause") {
  EditedPair pair = edited_pair(random_graph(10'000, 3), 21, 5);
  REQUIRE(pair.edits.size() == 21);
  CHECK(kinds_of(diff(pair.left, reordered(pair.right, 11))) == kinds_of(pair.edits));
}

TEST_CASE("twenty mixed edits in a net of 400 equal layers are at most thirty root causes") {
  auto seed = GENERATE(range(1, 11));
  CAPTURE(seed);
  EditedPair pair = edited_pair(layered_graph(10'000), 20, static_cast<std::uint64_t>(seed));
  REQUIRE(pair.edits.size() == 20);
  DiffResult result = diff(pair.left, reordered(pair.right, 11));
  std::size_t places = 0;
  for (const RootCause& root : result.roots) places += root.places.size();
  CHECK(places >= 15);
  CHECK(places <= 30);
}

}  // namespace
}  // namespace assay
