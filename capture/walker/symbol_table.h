// SymbolTable: PyTorch's symbolic numbers under canonical names.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"
#include "harness/graph/sym_expr.h"

namespace assay {

/// Symbols are renamed s0, s1, .. (u0, .. if unbacked) in order of first appearance. Expressions are printed
/// by the core's canonical printer. PyTorch's own names, which are hashes of sources, never reach a file.
class SymbolTable {
 public:
  /// A torch.SymInt as a size: a number if it has no symbol.
  Dim dim(pybind11::handle sym_int);
  /// int, float, bool, complex or their symbolic forms; nothing for other types.
  std::optional<ScalarMeta> scalar(pybind11::handle value);
  /// Canonical text of a torch.SymInt/SymFloat/SymBool or a sympy expression.
  Name text(pybind11::handle expression);
  static bool is_symbolic(pybind11::handle value);

  /// All symbols so far, with hints and ranges from `shape_env` (None: without).
  std::vector<Symbol> symbols(pybind11::handle shape_env) const;

 private:
  sym::Expr tree(pybind11::handle sympy_expression);
  sym::Expr symbol(pybind11::handle sympy_symbol);

  std::unordered_map<std::string, Name> renamed_;         // by PyTorch's name
  std::vector<std::pair<Name, pybind11::object>> order_;  // our name, the sympy symbol
  int backed_ = 0, unbacked_ = 0;
};

}  // namespace assay
