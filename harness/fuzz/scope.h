// Scope: what a program knows at one point: its variables, which of them share memory, and what autograd made
// of them.
//
// The rules are eager PyTorch's: a statement that they allow runs. They may be stricter than PyTorch.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/fuzz/program.h"

namespace assay::fuzz {

struct Memory {
  std::int64_t elements = 0;  ///< of the type that it was made with
  bool is_saved = false;      ///< a backward needs its values: no more writes
  bool of_inference = false;  ///< made in inference mode: no backward may save it
};

struct History {
  bool requires_grad = false;
  bool is_leaf = false;   ///< made by nobody: where it requires a gradient, PyTorch refuses to write
  bool outlives = false;  ///< of a state: with a history of its own a second backward would fail
  bool is_given =
      false;  ///< of an argument that was computed: after a write its gradient is of another tensor
  bool has_parts = false;  ///< some of its views are among several of one operator
};

/// What statements are the body of.
enum class Body : std::uint8_t {
  kForward,
  kRerun,        ///< a function that runs again for the backward; its result alone counts
  kTransformed,  ///< a function that func.grad, jvp or vmap transforms; likewise
  kFunction      ///< any other (of an autograd.Function, cond, scan); likewise
};

/// Under which statements run.
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

  /// A variable of its own memory and history, not yet among `variables`.
  Variable fresh(std::string name, const TensorType& type, bool requires_grad, bool is_leaf = false);
  bool requires_grad(const Variable& variable) const;
  /// Whether eager lets the variable be written, by something that requires a gradient or not.
  bool is_writable(const Variable& variable, bool by_gradient) const;
  std::string next_name() const;
};

}  // namespace assay::fuzz
