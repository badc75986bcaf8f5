// spaces: shuffled for the finite space, drawn for the others.
#include "harness/fuzz/spaces.h"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "harness/fuzz/enumerate.h"
#include "harness/fuzz/print.h"

namespace assay::fuzz {
namespace {

/// Avoids std::uniform_int_distribution, whose results differ between standard libraries.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  std::uint16_t number() { return static_cast<std::uint16_t>(engine_()); }
  std::size_t between(std::size_t least, std::size_t most) { return least + engine_() % (most - least + 1); }

 private:
  std::mt19937_64 engine_;
};

/// Eager PyTorch compiles it, which takes seconds. So only kRegions has it.
bool is_compiled_in_eager(Operation operation) {
  return operation == Operation::kCond || operation == Operation::kScan;
}

std::uint16_t number_in(Draw& draw, Vocabulary first, Vocabulary last) {
  std::vector<std::uint16_t> numbers;
  for (const OperationRow& row : all_operations())
    if (row.vocabulary >= first && row.vocabulary <= last &&
        (first == Vocabulary::kRegions || !is_compiled_in_eager(row.operation)))
      numbers.push_back(number_of(row.operation));
  return numbers[draw.number() % numbers.size()];
}

void add(Sequence& sequence, Draw& draw, std::uint16_t operation) {
  sequence.insert(sequence.end(), {operation, draw.number(), draw.number()});
}

Sequence head(Draw& draw) { return {draw.number(), draw.number(), draw.number(), draw.number()}; }

/// An optional statement, a region around up to three statements, and a reading statement. In a third of the
/// programs the region starts with a function with its own derivatives, if the region allows it.
Sequence with_region(Draw& draw) {
  Sequence sequence = head(draw);
  if (draw.number() % 2 == 0)
    add(sequence, draw, number_in(draw, Vocabulary::kAliasing, Vocabulary::kAliasing));
  add(sequence, draw, number_in(draw, Vocabulary::kRegions, Vocabulary::kRegions));
  if (draw.number() % 3 == 0) add(sequence, draw, number_of(Operation::kOwnFunction));
  for (std::size_t left = draw.between(1, 3); left > 0; --left)
    add(sequence, draw, number_in(draw, Vocabulary::kAliasing, Vocabulary::kAliasing));
  add(sequence, draw, number_of(Operation::kDouble));
  return sequence;
}

Sequence composed(Draw& draw, Vocabulary vocabulary) {
  Sequence sequence = head(draw);
  for (std::size_t left = draw.between(4, 12); left > 0; --left)
    add(sequence, draw, number_in(draw, Vocabulary::kAliasing, vocabulary));
  return sequence;
}

Vocabulary vocabulary_of(Space space) {
  switch (space) {
    case Space::kEnumerate:
      return Vocabulary::kAliasing;
    case Space::kRegions:
      return Vocabulary::kRegions;
    case Space::kRandom:
      return Vocabulary::kPython;
    case Space::kFloat:
      break;
  }
  return Vocabulary::kRounding;
}

}  // namespace

std::vector<CodedProgram> programs_of(Space space, std::uint64_t seed, std::size_t count) {
  const Vocabulary vocabulary = vocabulary_of(space);
  std::vector<CodedProgram> programs;
  if (space == Space::kEnumerate) {
    for (Sequence& sequence : shuffled(enumerate(), seed))
      programs.push_back({vocabulary, std::move(sequence)});
    programs.resize(std::min(count, programs.size()));
    return programs;
  }
  Draw draw(seed);
  std::set<std::string> texts;
  while (programs.size() < count) {
    Sequence sequence = space == Space::kRegions ? with_region(draw) : composed(draw, vocabulary);
    if (texts.insert(text_of(decode(sequence, vocabulary))).second)
      programs.push_back({vocabulary, std::move(sequence)});
  }
  return programs;
}

}  // namespace assay::fuzz
