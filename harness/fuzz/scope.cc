// Scope: eager's rules of writing.
#include "harness/fuzz/scope.h"

#include <utility>

namespace assay::fuzz {

Variable Scope::fresh(std::string name, const TensorType& type, bool requires_grad, bool is_leaf) {
  Variable variable{
      .name = std::move(name), .type = type, .memory = memories.size(), .history = histories.size()};
  memories.push_back({.elements = last_place(type) + 1});
  histories.push_back({.requires_grad = requires_grad && modes.grad, .is_leaf = is_leaf});
  return variable;
}

bool Scope::requires_grad(const Variable& variable) const {
  return histories[variable.history].requires_grad && !variable.reinterprets;
}

bool Scope::is_writable(const Variable& variable, bool by_gradient) const {
  const History& history = histories[variable.history];
  if (is_expanded(variable.type) || memories[variable.memory].is_saved) return false;
  if (!modes.grad) return true;
  if (history.is_leaf && history.requires_grad) return false;
  if (by_gradient && history.outlives) return false;
  if (history.is_given && history.requires_grad) return false;
  const bool followed = history.requires_grad || by_gradient;
  return !followed || (!variable.is_part && !variable.reinterprets && !history.has_parts);
}

std::string Scope::next_name() const { return "v" + std::to_string(variables.size()); }

}  // namespace assay::fuzz
