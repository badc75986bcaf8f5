// Scope: the state of a program at a point: its variables, their shared memory and their autograd history.
//
// The rules are those of eager PyTorch, or stricter: a statement they allow runs.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/fuzz/program.h"

namespace assay::fuzz {

struct Memory {
  std::int64_t elements = 0;  ///< of the type it was made with
  bool is_saved = false;      ///< a backward needs its values: not writable
  bool of_inference = false;  ///< made in inference mode: backward may not save it
};

struct History {
  bool requires_grad = false;
  bool is_leaf = false;    ///< with requires_grad, PyTorch refuses writes
  bool outlives = false;   ///< of a state: with its own history, a second backward would fail
  bool is_given = false;   ///< of a computed argument: after a write, its gradient is of another tensor
  bool has_parts = false;  ///< some of its views are among several results of an operator
};

/// The function that contains the statements.
enum class Body : std::uint8_t {
  kForward,
  kRerun,        ///< rerun for the backward; only its result matters
  kTransformed,  ///< transformed by func.grad, jvp or vmap; only its result matters
  kFunction      ///< any other (of an autograd.Function, cond, scan); only its result matters
};

/// The modes that statements run under.
struct Modes {
  bool grad = true;
  Body body = Body::kForward;
};

class Scope {
 public:
  std::vector<Variable> variables;
  std::vector<Memory> memories;
  std::vector<History> histories;
  Modes modes;

  /// A variable with its own memory and history, not added to `variables`.
  Variable fresh(std::string name, const TensorType& type, bool requires_grad, bool is_leaf = false);
  bool requires_grad(const Variable& variable) const;
  /// Whether eager allows a write to the variable. `by_gradient`: the written value requires a gradient.
  bool is_writable(const Variable& variable, bool by_gradient) const;
  std::string next_name() const;
};

}  // namespace assay::fuzz
