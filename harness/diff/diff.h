// equal and diff: identity of two graph files, and their differences.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/diff/policy.h"
#include "harness/graph/graph.h"
#include "harness/words/enumerators.h"

namespace assay {

/// Whether two files are the same program at `policy.level`. Linear in nodes and edges, without recursion
/// over the graph. Order of nodes counts only where it is identity: alias sets, generators, state. Hashes
/// never decide. Headers, node meta and generated names are ignored.
bool equal(const GraphFile& left, const GraphFile& right, const Policy& policy = {});

enum class DiffKind : std::uint8_t {
  kMissing,
  kExtra,
  kTarget,
  kRewired,
  kConstant,
  kShape,
  kDType,
  kStride,
  kDevice,
  kOrder,
  kAlias,
  kRole,
  kRenamed,  ///< an argument with another name at the same schema position
  kUndecided,
};
inline constexpr auto kDiffKindNames =
    enumerators<DiffKind>({"missing", "extra", "target", "rewired", "constant", "shape", "dtype", "stride",
                           "device", "order", "alias", "role", "renamed argument", "undecided"});
inline std::string_view to_string(DiffKind kind) { return kDiffKindNames[kind]; }

/// The matcher that paired two nodes: the printed reason of the pair.
enum class Matcher : std::uint8_t { kNone, kAnchor, kSlots, kHash, kSequence, kNeighbour, kSymmetry };
inline constexpr auto kMatcherNames =
    enumerators<Matcher>({"none", "anchor", "slots", "hash", "sequence", "neighbour", "symmetry"});
inline std::string_view to_string(Matcher matcher) { return kMatcherNames[matcher]; }

/// The subject of an entry.
enum class DiffSubject : std::uint8_t {
  kNode,
  kGraph,
  kOperator,  ///< the count of an operator, in a summary
  kModule,    ///< the nodes of a module, in a summary
  kEdges,     ///< the edges between modules, in a summary
  kFile,
};

/// A place where two files differ. "Left" is the expected side (the golden), "right" the captured side.
struct DiffEntry {
  DiffKind kind = DiffKind::kTarget;
  DiffSubject subject = DiffSubject::kNode;
  std::string graph;       ///< "joint"
  std::string op;          ///< of the left node, else right: "aten.relu.default", "input parameter", "output"
  std::string right_op;    ///< of the right node if both exist
  std::string left_path;   ///< "joint/%12", "joint" for a whole graph; empty if the node is extra
  std::string right_path;  ///< empty if the node is missing
  std::string slot;        ///< the differing part, "weight"; empty for the whole node
  std::string left;        ///< the differing part in text form, the whole node if missing
  std::string right;
  std::string left_change, right_change;  ///< without node numbers, whole nodes also without outputs
  std::string module, source;             ///< of the left node, else the right; empty if unknown
  std::string first;  ///< for a module of a summary: its first nodes that differ, if known
  Matcher matcher = Matcher::kNone;
  std::size_t cause = 0;  ///< index into DiffResult::roots
};

/// A change and all its consequences. Equal changes at several places are a single cause.
struct RootCause {
  DiffKind kind = DiffKind::kTarget;
  std::vector<std::size_t> places;  ///< indices into entries, never empty; the first represents all
  std::size_t consequences = 0;     ///< further entries that follow from it, over all places
  std::string signature;  ///< the change without its place: equal for equal changes in any two files
  /// Operators missing or extra together at each place, with counts. Both are empty for other kinds.
  std::map<std::string, std::size_t> gone = {}, added = {};
};

/// The printed subject: "aten.relu.default", "graph", "module". Empty for a whole file.
std::string subject_text(const DiffEntry& entry);
/// The printed place: "joint/%12 weight", on the left if it exists there, else on the right. Empty for a
/// whole file.
std::string place_text(const DiffEntry& entry);

/// Nodes, operands or parts that a policy put aside, counted on each side.
struct Hidden {
  std::string policy;  ///< "fold=alias,detach"
  std::size_t left = 0, right = 0;
  friend bool operator==(const Hidden&, const Hidden&) = default;
};

struct SetCount {
  std::size_t matched = 0, missing = 0, extra = 0, changed = 0;
  std::size_t total() const { return matched + missing + extra + changed; }
  friend bool operator==(const SetCount&, const SetCount&) = default;
};

/// `equal` is the answer of the function `equal`. Entries are empty exactly if it is true.
struct DiffResult {
  bool equal = true;
  SetCount nodes, edges;
  std::vector<DiffEntry> entries;  ///< in the order of the left file, then extra nodes
  std::vector<RootCause> roots;    ///< every entry belongs to exactly one root
  std::vector<Hidden> hidden;      ///< an item per active policy, even if it hid nothing
};

/// Whether the entry is part of its cause's change rather than a consequence: a place of the cause, or an
/// operator missing or extra together with a place.
bool is_change(const DiffResult& result, std::size_t entry);

DiffResult diff(const GraphFile& left, const GraphFile& right, const Policy& policy = {});

}  // namespace assay
