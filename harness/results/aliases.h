// The table of operators that are one operator under several names: what operator coverage counts as equal.
//
// Two names belong together when the same values are computed and only how a graph must be written differs:
// PyTorch's functional form of an operator that writes, its copy for graphs that may not share storage. What
// computes differently (a fused kernel and its parts) is not here: a capture that has the parts has missed
// the kernel.
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

/// One row each; a row's `stands_for` is no row's name. Besides the rows, an in-place operator stands for its
/// functional form: "aten.add_" for "aten.add".
std::span<const OperatorAlias> operator_aliases();

/// What an operator overload stands for, its overload kept where the row does not name one; itself for what
/// has no row.
Name stands_for(Name operator_name);

/// The table as text, a row per line, the rule for in-place operators first.
std::string print_operator_aliases();

}  // namespace assay
