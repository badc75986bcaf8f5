// enumerate: short programs without duplicates, each with the properties of its point.
#include "harness/fuzz/enumerate.h"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "harness/fuzz/print.h"

namespace assay::fuzz {
namespace {

const std::vector<Sequence>& space() {
  static const std::vector<Sequence> all = enumerate();
  return all;
}

TEST_CASE("the space has some ten thousands of programs, no text twice") {
  CHECK(space().size() > 10'000);
  CHECK(space().size() < 40'000);
  std::set<std::string> texts;
  for (const Sequence& sequence : space()) texts.insert(text_of(decode(sequence, Vocabulary::kAliasing)));
  CHECK(texts.size() == space().size());
}

TEST_CASE(
    "every base, view and write of the vocabulary is in it, and programs are of at most five statements") {
  std::set<Base> bases;
  std::set<Operation> operations;
  for (const Sequence& sequence : space()) {
    const Program program = decode(sequence, Vocabulary::kAliasing);
    bases.insert(program.base);
    CHECK(program.statements.size() <= 5);
    for (const Statement& statement : program.statements) operations.insert(statement.operation);
  }
  CHECK(bases.size() == kBaseNames.names().size());
  for (const OperationRow& row : all_operations()) {
    INFO(row.name);
    CHECK(operations.contains(row.operation) == (row.vocabulary == Vocabulary::kAliasing));
  }
}

TEST_CASE("a seed is an order of all of it, another seed another") {
  const std::vector<Sequence> first = shuffled(space(), 1);
  CHECK(first == shuffled(space(), 1));
  CHECK(first != shuffled(space(), 2));
  std::vector<Sequence> sorted = first, all = space();
  std::ranges::sort(sorted);
  std::ranges::sort(all);
  CHECK(sorted == all);
}

}  // namespace
}  // namespace assay::fuzz
