// print: writes programs as Python modules with their case files.
//
// A module is plain PyTorch, without Assay. Inputs are position-coded integers from the seed, so that most
// comparisons are exact and a stale element shows its origin.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/fuzz/program.h"

namespace assay::fuzz {

/// Program modules on disk are named "programs_0.py" and so on.
inline constexpr std::string_view kModulePrefix = "programs_";

struct NamedProgram {
  std::string name;  ///< its Python name: "Program7"; its inputs are "inputs_of_Program7"
  Program program;
};

struct BodyLine {
  std::string text;                      ///< without the indentation of forward
  const Statement* statement = nullptr;  ///< of `program`; null for lines of the base and of the return
};
/// The lines of forward's body.
std::vector<BodyLine> placed_lines(const Program& program);
std::vector<std::string> body_lines(const Program& program);

/// Identifies a program: programs of equal text behave alike.
std::string text_of(const Program& program);

/// A module with a factory and an input function per program. `title` is its first line.
std::string print_module(const std::string& title, const std::vector<NamedProgram>& programs);

/// The line number, from 1, of the first line of forward's body of `name` in a printed module.
std::size_t first_body_line(std::string_view module, std::string_view name);

struct NamedCase {
  std::string id;    ///< "fuzz/enumerate/17"
  std::string name;  ///< of its program in the module
};

/// The case file of a module named `module` ("programs_0.py").
std::string print_cases(const std::string& module, const std::vector<NamedCase>& cases);

}  // namespace assay::fuzz
