// Canonical text: one text for all graph files that `equal` calls equal. What a summary's digests are taken
// of.
//
// Nodes are numbered by the walk of design section 9, from results, named inputs and the ends of the orders
// of effects through ordered references; dead code, which may be symmetric, by canonical_dead_code. Two files
// have the same text exactly when `equal` says so at that level, but for two things that `equal` cannot pass
// on from pair to pair: an argument that one side lacks (see KnownArguments), and at `structure` the place of
// constants among the arguments of a node. Node meta never reaches the text of a graph; it only says which
// module a node's line is counted in.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/diff/policy.h"
#include "harness/graph/graph.h"

namespace assay {

/// The arguments that a file's nodes of one target have, in order of first appearance, and the texts of those
/// that are defaulted somewhere. An argument that a version of an operator has gained or lost is no
/// difference while it is defaulted, so a text is written against what the other file knows.
struct TargetArguments {
  std::vector<std::string> names;
  std::map<std::string, std::string> defaults;
  friend bool operator==(const TargetArguments&, const TargetArguments&) = default;
};
/// By target.
using KnownArguments = std::map<std::string, TargetArguments>;
KnownArguments arguments_of(const GraphFile& file);

/// A node among those of its module: these are numbered from 0, and what comes from outside is named by its
/// module, so that a change shows in its own.
struct ModuleLine {
  std::string module, text;
  NodeId node;
};

/// One graph's text, and a line for each node in the same order.
struct CanonicalText {
  std::string whole;
  std::vector<ModuleLine> lines;
};

/// By name of graph; sub-graphs stand in other texts by the digest of their own. Nothing when dead code is
/// too symmetric to be numbered within the budget.
std::optional<std::map<std::string, CanonicalText>> canonical_texts(const GraphFile& file, Level level,
                                                                    const KnownArguments& known);

/// The text of a whole file: graphs by name, sub-graphs (whose names are nobody's business) by content.
std::optional<std::string> canonical_text(const GraphFile& file, Level level, const KnownArguments& known);
std::string whole_text(const GraphFile& file, const std::map<std::string, CanonicalText>& texts);

/// Where each node is counted: its recorded module path; else, for a parameter or buffer, the path its name
/// starts with; else that of the first parameter or buffer it reads, or of the first node. "" when nothing
/// says.
std::vector<std::string> modules_of(const Graph& graph);

}  // namespace assay
