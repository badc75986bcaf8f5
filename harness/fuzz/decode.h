// decode: turns any sequence of small integers into a program.
//
// Each number is taken modulo its range. An operation that is not possible is replaced by the next possible
// operation. So a sequence can be cut, lowered and mixed with others, and remains a program that eager
// PyTorch runs. Shrinking and random search rely on that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/fuzz/operation.h"

namespace assay::fuzz {

/// Four numbers of the head (base, gradient, element type, returned), then three per statement (operation,
/// target, operand). An incomplete statement is dropped. Missing head numbers are zero.
using Sequence = std::vector<std::uint16_t>;
inline constexpr std::size_t kHeadLength = 4, kStatementLength = 3;

/// Deterministic: equal sequences give equal programs.
Program decode(const Sequence& sequence, Vocabulary vocabulary);

/// The number of `operation` in a sequence.
std::uint16_t number_of(Operation operation);

/// "aliasing:0.1.0.0.9.0.0", the form of a program on the command line.
std::string to_text(const Sequence& sequence, Vocabulary vocabulary);
struct CodedProgram {
  Vocabulary vocabulary = Vocabulary::kAliasing;
  Sequence sequence;
};
/// Inverse of to_text. InputError for any other text.
CodedProgram program_from_text(std::string_view text);

}  // namespace assay::fuzz
