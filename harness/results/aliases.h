// Aliases: operators that operator coverage counts as equal under several names.
//
// Aliases compute the same values and differ only in the form that a graph requires. Examples are PyTorch's
// functional form of an operator that writes, and its copy for graphs that may not share storage. A fused
// kernel and its parts are not aliases: a capture with the parts has missed the kernel.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/words/name.h"

namespace assay {

struct OperatorAlias {
  std::string_view name;        ///< "aten._unsafe_view", without the overload
  std::string_view stands_for;  ///< "aten.view"
  std::string_view why;
};

/// No `stands_for` is itself a `name`. Besides the rows, an in-place operator stands for its functional form:
/// "aten.add_" for "aten.add".
std::span<const OperatorAlias> operator_aliases();

/// The operator that an overload stands for, with the same overload. Without a row: the operator itself.
Name stands_for(Name operator_name);

/// The table as text: the rule for in-place operators, then a line per row.
std::string print_operator_aliases();

}  // namespace assay
