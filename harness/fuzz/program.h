// Program: a generated module as data: where its tensors come from, what it does to them, what it gives back.
//
// Nothing here is text of Python or knows how programs are chosen: decode.h makes programs of sequences of
// small integers, print.h writes them as modules, operation.h says what each operation needs and gives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/fuzz/tensor_type.h"
#include "harness/words/enumerators.h"

namespace assay::fuzz {

/// What a program works on, from the plainest to what captures find hardest.
enum class Base : std::uint8_t {
  kInput,         ///< an argument
  kIntermediate,  ///< computed from an argument
  kBuffer,        ///< a state of the module; a parameter under Gradient::kLeaf
  kInputView,     ///< an argument that is a part of a larger tensor
  kInputNonLeaf,  ///< an argument that was computed: it has a history
  kConstant,      ///< a tensor that forward makes of a literal
  kClosure,       ///< a tensor that forward finds in the function around it
};
inline constexpr auto kBaseNames = enumerators<Base>(
    {"input", "intermediate", "buffer", "input_view", "input_non_leaf", "constant", "closure"});

/// What requires a gradient.
enum class Gradient : std::uint8_t {
  kOff,
  kOn,    ///< the operand y, and the base where it may be written all the same
  kLeaf,  ///< the base itself, an argument or a parameter
};
inline constexpr auto kGradientNames = enumerators<Gradient>({"off", "on", "leaf"});

/// What a program gives back.
enum class Returned : std::uint8_t {
  kReads,   ///< what it has computed
  kValues,  ///< every tensor it knows: base, views and what it has computed
  kOther,   ///< something that has nothing to do with the base: only effects tell
};
inline constexpr auto kReturnedNames = enumerators<Returned>({"reads", "values", "other"});

enum class Operation : std::uint8_t;  // operation.h

struct Variable {
  std::string name;  ///< "x", "self.kept", "v2"
  TensorType type;
  std::size_t memory = 0;     ///< variables of one memory alias one another
  std::size_t history = 0;    ///< variables of one history share autograd's view of a memory
  bool is_view = false;       ///< of another variable
  bool is_part = false;       ///< one of several results of an operator: not to be written under autograd
  bool reinterprets = false;  ///< other elements over the same bytes: autograd does not follow
  bool is_given = false;      ///< the very tensor that forward is given or finds, under whatever name
  bool is_bound_here = true;  ///< forward may bind the name anew; not what it finds in a closure
};

struct Statement {
  Operation operation{};
  Variable target;                           ///< as it was before the statement
  std::optional<Variable> operand = {};      ///< of operations on two tensors
  std::optional<Variable> result = {};       ///< of what makes a new one
  std::optional<Variable> rebound = {};      ///< what the target's name stands for afterwards, where another
  std::vector<Statement> body = {};          ///< of a region
  std::optional<Variable> argument = {};     ///< of a region that is a function: its parameter
  std::optional<Variable> body_result = {};  ///< and what the function returns
  bool gives_result = false;                 ///< that very tensor, not twice its values
};

struct Program {
  Base base = Base::kInput;
  Gradient gradient = Gradient::kOff;
  Returned returned = Returned::kReads;
  TensorType type;  ///< of the base
  Variable first;   ///< the base as forward names it
  Variable other;   ///< y
  std::vector<Statement> statements;
  std::vector<Variable> results;  ///< what forward returns; empty: `y * 2`
  bool has_gradient = false;  ///< something it returns, or has written into what it was given, requires one
};

/// Whether forward has an argument x before y: the base, or what that is computed from.
inline bool takes_x(const Program& program) {
  return program.first.name == "x" || program.base == Base::kIntermediate;
}

}  // namespace assay::fuzz
