// decode: every sequence of small integers is a program.
//
// Numbers are taken modulo what is possible where they are read; where an operation is not possible, the next
// one that is takes its place. So a sequence can be cut, lowered and mixed with others, and still is a
// program that eager PyTorch runs: what shrinking and random search rest on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/fuzz/operation.h"

namespace assay::fuzz {

/// Four numbers of the head (base, gradient, elements, what is returned), then three a statement (operation,
/// target, operand). An unfinished statement is none; a head that ends early has zeros.
using Sequence = std::vector<std::uint16_t>;
inline constexpr std::size_t kHeadLength = 4, kStatementLength = 3;

/// Equal sequences give equal programs.
Program decode(const Sequence& sequence, Vocabulary vocabulary);

/// The number that asks for `operation`.
std::uint16_t number_of(Operation operation);

/// "aliasing:0.1.0.0.9.0.0": what a command line takes for a program.
std::string to_text(const Sequence& sequence, Vocabulary vocabulary);
struct CodedProgram {
  Vocabulary vocabulary = Vocabulary::kAliasing;
  Sequence sequence;
};
/// InputError for a text that to_text does not write.
CodedProgram program_from_text(std::string_view text);

}  // namespace assay::fuzz
