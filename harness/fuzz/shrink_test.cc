// shrink: keeps statements that the judge confirms, and drops the rest.
#include "harness/fuzz/shrink.h"

#include <algorithm>
#include <functional>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/fuzz/print.h"

namespace assay::fuzz {
namespace {

std::string printed(const Sequence& sequence) {
  return fmt::format("{}", fmt::join(body_lines(decode(sequence, Vocabulary::kAliasing)), "\n"));
}

Sequence long_program() {
  Sequence sequence{3, 1, 0, 1};
  for (const Operation operation : {Operation::kSlice, Operation::kDouble, Operation::kZero,
                                    Operation::kTranspose, Operation::kCopy, Operation::kDouble})
    sequence.insert(sequence.end(), {number_of(operation), 0, 1});
  return sequence;
}

/// Accepts programs whose body has all of `parts`, and counts the candidates.
struct Holding {
  std::vector<std::string> parts;
  std::size_t asked = 0, most = 0;

  std::vector<bool> operator()(const std::vector<Sequence>& candidates) {
    asked += candidates.size();
    most = std::max(most, candidates.size());
    std::vector<bool> shows;
    for (const Sequence& candidate : candidates)
      shows.push_back(std::ranges::all_of(parts, [&](const std::string& part) {
        return printed(candidate).find(part) != std::string::npos;
      }));
    return shows;
  }
};

TEST_CASE("the statement that matters is left, on the plainest base") {
  Holding holding{.parts = {".zero_()"}};
  CHECK(printed(shrink(long_program(), Vocabulary::kAliasing, std::ref(holding), {.rounds = 100})) ==
        "x.zero_()\nreturn y * 2");
}

TEST_CASE("two statements that matter are both left") {
  Holding holding{.parts = {".zero_()", "x.t()"}};
  const std::string shrunk =
      printed(shrink(long_program(), Vocabulary::kAliasing, std::ref(holding), {.rounds = 100}));
  CHECK(shrunk == "x.zero_()\nv2 = x.t()\nreturn y * 2");
}

TEST_CASE("what nothing smaller shows stays as it is, and limits are kept") {
  Holding never{.parts = {"no program has this"}};
  CHECK(shrink(long_program(), Vocabulary::kAliasing, std::ref(never)) == long_program());
  CHECK(never.most <= ShrinkLimits{}.candidates);
  CHECK(never.asked <= ShrinkLimits{}.candidates * ShrinkLimits{}.rounds);
  CHECK(never.asked > 0);
}

}  // namespace
}  // namespace assay::fuzz
