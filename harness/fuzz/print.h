// print: programs as Python: a module of several, with the case file that names them, or one by itself.
//
// A module is plain PyTorch, without Assay in it. Inputs are position-coded whole numbers that hang on the
// seed, so that most comparisons are exact and a stale element tells where it is from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/fuzz/program.h"

namespace assay::fuzz {

/// Modules of programs on disk are named "programs_0.py" and so on.
inline constexpr std::string_view kModulePrefix = "programs_";

struct NamedProgram {
  std::string name;  ///< of Python's: "Program7"; its inputs are "inputs_of_Program7"
  Program program;
};

struct BodyLine {
  std::string text;                      ///< without forward's indentation
  const Statement* statement = nullptr;  ///< of `program`; none of what makes the base and of the return
};
/// The lines of forward's body.
std::vector<BodyLine> placed_lines(const Program& program);
std::vector<std::string> body_lines(const Program& program);

/// What tells a program from all others: two of one text behave alike.
std::string text_of(const Program& program);

/// A module with a factory and a maker of inputs for each. `title` is its first line.
std::string print_module(const std::string& title, const std::vector<NamedProgram>& programs);

/// The number, counted from 1, of the first line of forward's body of the program `name` in a printed module.
std::size_t first_body_line(std::string_view module, std::string_view name);

struct NamedCase {
  std::string id;    ///< "fuzz/enumerate/17"
  std::string name;  ///< of its program in the module
};

/// The case file of a module that is called `module` ("programs_0.py").
std::string print_cases(const std::string& module, const std::vector<NamedCase>& cases);

}  // namespace assay::fuzz
