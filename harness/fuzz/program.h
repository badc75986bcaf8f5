// Program: a generated module as data: the origin of its tensors, its statements and its results.
//
// Contains no Python text, and no rule to choose programs. decode.h makes programs from sequences of small
// integers, print.h writes them as modules, operation.h has the requirements and results of each operation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/fuzz/tensor_type.h"
#include "harness/words/enumerators.h"

namespace assay::fuzz {

/// The tensor that a program works on, from the simplest to the hardest to capture.
enum class Base : std::uint8_t {
  kInput,         ///< an argument
  kIntermediate,  ///< computed from an argument
  kBuffer,        ///< module state; a parameter under Gradient::kLeaf
  kInputView,     ///< an argument that is part of a larger tensor
  kInputNonLeaf,  ///< an argument with an autograd history
  kConstant,      ///< a tensor made from a literal in forward
  kClosure,       ///< a tensor from the function around forward
};
inline constexpr auto kBaseNames = enumerators<Base>(
    {"input", "intermediate", "buffer", "input_view", "input_non_leaf", "constant", "closure"});

/// The tensors that require a gradient.
enum class Gradient : std::uint8_t {
  kOff,
  kOn,    ///< the operand y, and the base if it stays writable
  kLeaf,  ///< the base itself, as an argument or a parameter
};
inline constexpr auto kGradientNames = enumerators<Gradient>({"off", "on", "leaf"});

/// The results of a program.
enum class Returned : std::uint8_t {
  kReads,   ///< the values it has computed
  kValues,  ///< every known tensor: base, views and computed values
  kOther,   ///< a value unrelated to the base: only side effects show
};
inline constexpr auto kReturnedNames = enumerators<Returned>({"reads", "values", "other"});

enum class Operation : std::uint8_t;  // operation.h

struct Variable {
  std::string name;  ///< "x", "self.kept", "v2"
  TensorType type;
  std::size_t memory = 0;     ///< variables of equal memory alias each other
  std::size_t history = 0;    ///< variables of equal history share autograd's view of a memory
  bool is_view = false;       ///< of another variable
  bool is_part = false;       ///< one of several results of an operator: not writable under autograd
  bool reinterprets = false;  ///< other elements over the same bytes, not tracked by autograd
  bool is_given = false;      ///< identical to a tensor that forward gets or finds, under any name
  bool is_bound_here = true;  ///< forward may rebind the name; false for parameters and in a closure
};

struct Statement {
  Operation operation{};
  Variable target;                           ///< before the statement
  std::optional<Variable> operand = {};      ///< of operations on two tensors
  std::optional<Variable> result = {};       ///< of operations with a result
  std::optional<Variable> rebound = {};      ///< the target's name afterwards, if it changes
  std::vector<Statement> body = {};          ///< of a region
  std::optional<Variable> argument = {};     ///< the parameter of a region's function
  std::optional<Variable> body_result = {};  ///< the result of a region's function
  bool gives_result = false;  ///< the function returns body_result itself, not twice its values
};

struct Program {
  Base base = Base::kInput;
  Gradient gradient = Gradient::kOff;
  Returned returned = Returned::kReads;
  TensorType type;  ///< of the base
  Variable first;   ///< the base, as named in forward
  Variable other;   ///< y
  std::vector<Statement> statements;
  std::vector<Variable> results;  ///< results of forward; empty: `y * 2`
  bool has_gradient = false;      ///< a result, or a value written into an argument, requires a gradient
};

/// Whether forward has an argument x before y: the base or its source.
inline bool takes_x(const Program& program) {
  return program.first.name == "x" || program.base == Base::kIntermediate;
}

}  // namespace assay::fuzz
