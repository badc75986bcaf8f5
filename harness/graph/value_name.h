// ValueName: the name of an input or a result of a graph, in parts.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/graph/graph.h"

namespace assay {

/// Its text in graph files:
///
///     [base:] [eager:] [GRAPH:] [ROLE:] PATH [.size(D)]
///
/// PATH is the program's own name of a value: a qualified name, a pytree path, a running number.
struct ValueName {
  std::string path;
  /// For tangents and results of an earlier graph: the role of the result PATH. User results have no ROLE.
  ResultRole result = ResultRole::kUser;
  std::string graph = {};                 ///< the earlier graph with this result
  bool outside = false;                   ///< made by Python between graphs, not by a graph of the file
  bool base = false;                      ///< the tensor that PATH and other written inputs view
  std::optional<std::int64_t> size = {};  ///< not the tensor, but its size in this dimension

  friend auto operator<=>(const ValueName&, const ValueName&) = default;
};

std::string to_string(const ValueName& name);
/// Any text is a name, and `to_string` returns it unchanged. The role of the input selects the allowed parts:
/// names chosen by the program may look like anything.
ValueName parse_value_name(Role role, std::string_view text);

ValueName name_of(const Node& input);
/// The name of a result of `graph` in later graphs of the file.
ValueName name_of(const Graph& graph, const Result& result);

/// A value that a capture read as a constant and guards: an attribute of the program's modules by its path,
/// or an input that is not a tensor, with the text "input:PATH".
struct AssumedName {
  std::string path;
  bool is_input = false;
};
std::string to_string(const AssumedName& name);
AssumedName parse_assumed_name(std::string_view text);

}  // namespace assay
