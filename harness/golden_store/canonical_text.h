// Canonical text: the same text for all graph files that `equal` calls equal, and the source of a summary's
// digests.
//
// The walk of docs/architecture.md#comparison numbers the nodes, from results, named inputs and the ends of
// the orders of effects through ordered references. canonical_dead_code numbers dead code. Two files have the
// same text exactly if `equal` finds them equal at that level. There are two exceptions, which `equal` cannot
// pass on from pair to pair: an argument absent on one side (see KnownArguments), and at `structure` the
// place of constants among the arguments of a node. Node meta never reaches the text of a graph. It only
// decides the module in which a node's line counts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/diff/policy.h"
#include "harness/graph/graph.h"

namespace assay {

/// Arguments of a file's nodes with the same target, in order of first appearance, and the texts of those
/// that are defaulted somewhere. An argument that a version of an operator gained or lost is no difference
/// while it is defaulted. A text is therefore written against the arguments of the other file.
struct TargetArguments {
  std::vector<std::string> names;
  std::map<std::string, std::string> defaults;
  friend bool operator==(const TargetArguments&, const TargetArguments&) = default;
};
/// By target.
using KnownArguments = std::map<std::string, TargetArguments>;
KnownArguments arguments_of(const GraphFile& file);

/// A node's line within its module. Nodes of the module are numbered from 0, other nodes are named by their
/// module: a change shows only in its own module.
struct ModuleLine {
  std::string module, text;
  NodeId node;
};

/// The text of a graph, and a line for each node in the same order.
struct CanonicalText {
  std::string whole;
  std::vector<ModuleLine> lines;
};

/// Texts by name of graph. A text names sub-graphs by the digest of their texts. Empty if dead code is too
/// symmetric to be numbered within the budget.
std::optional<std::map<std::string, CanonicalText>> canonical_texts(const GraphFile& file, Level level,
                                                                    const KnownArguments& known);

/// The text of a whole file: graphs by name, sub-graphs by content, because their names are arbitrary.
std::optional<std::string> canonical_text(const GraphFile& file, Level level, const KnownArguments& known);
std::string whole_text(const GraphFile& file, const std::map<std::string, CanonicalText>& texts);

/// The module in which each node counts: its recorded module path. Else for a parameter or buffer the path in
/// its name. Else the module of the first parameter or buffer it reads, or of the first node it reads. "" if
/// all are unknown.
std::vector<std::string> modules_of(const Graph& graph);

}  // namespace assay
