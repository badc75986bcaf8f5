// For tests: programs of assay fuzz.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/fuzz/decode.h"
#include "harness/fuzz/operation.h"

namespace assay::fuzz {

/// Applies each operation to the base, with operand y. Integer elements, returns kReads.
inline CodedProgram program(Base base, const std::vector<Operation>& operations) {
  CodedProgram coded{.sequence = {static_cast<std::uint16_t>(base), 0, 1, 0}};
  for (const Operation operation : operations)
    coded.sequence.insert(coded.sequence.end(), {number_of(operation), 0, 1});
  return coded;
}

inline constexpr std::uint16_t kX = 0, kY = 1;  ///< the base and y; variables made by lines count from 2

struct ProgramLine {
  Operation operation{};
  std::uint16_t target = kX, operand = 0;
};

/// A statement per line. Float elements, returns kValues.
inline CodedProgram program_of_lines(Base base, Gradient gradient, const std::vector<ProgramLine>& lines) {
  CodedProgram coded{.vocabulary = Vocabulary::kPython,
                     .sequence = {static_cast<std::uint16_t>(base), static_cast<std::uint16_t>(gradient), 0,
                                  static_cast<std::uint16_t>(Returned::kValues)}};
  for (const auto& [operation, target, operand] : lines)
    coded.sequence.insert(coded.sequence.end(), {number_of(operation), target, operand});
  return coded;
}

}  // namespace assay::fuzz
