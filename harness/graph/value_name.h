// ValueName: what an input or a result of a graph is called, in parts.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/graph/graph.h"

namespace assay {

/// Its text, as graph files have it:
///
///     [base:] [eager:] [GRAPH:] [ROLE:] PATH [.size(D)]
///
/// PATH alone is what the program itself calls a value: a qualified name, a pytree path, a running number.
struct ValueName {
  std::string path;
  /// Of a tangent and of what an earlier graph gives: which of its results PATH is. A user's has no ROLE.
  ResultRole result = ResultRole::kUser;
  std::string graph = {};                 ///< the earlier graph that gives it
  bool outside = false;                   ///< no graph of the file gives it: Python made it between graphs
  bool base = false;                      ///< the tensor that PATH and other written inputs are views of
  std::optional<std::int64_t> size = {};  ///< not the tensor, but its size in this dimension

  friend auto operator<=>(const ValueName&, const ValueName&) = default;
};

std::string to_string(const ValueName& name);
/// Any text is a name, and `to_string` gives it back. The role of the input says which parts it may have:
/// what a program calls its own values may look like anything.
ValueName parse_value_name(Role role, std::string_view text);

/// The name of an input node.
ValueName name_of(const Node& input);
/// What later graphs of the file call a result of `graph`.
ValueName name_of(const Graph& graph, const Result& result);

/// What a capture has read as a constant and guards: an attribute of the program's modules, by its path, or
/// an input that is no tensor, whose text is "input:PATH".
struct AssumedName {
  std::string path;
  bool is_input = false;
};
std::string to_string(const AssumedName& name);
AssumedName parse_assumed_name(std::string_view text);

}  // namespace assay
