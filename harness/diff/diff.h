// equal and diff: two questions about two graph files.
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

/// Are the two the same program at `policy.level`? Linear in nodes and edges, without recursion over the
/// graph, independent of the order of nodes except where order is identity (alias sets, generators, state).
/// Never "yes" on the strength of a hash. Headers, node meta and generated names are not looked at.
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

/// Who decided that two nodes belong together: the printed reason of a pairing.
enum class Matcher : std::uint8_t { kNone, kAnchor, kSlots, kHash, kSequence, kNeighbour, kSymmetry };
inline constexpr auto kMatcherNames =
    enumerators<Matcher>({"none", "anchor", "slots", "hash", "sequence", "neighbour", "symmetry"});
inline std::string_view to_string(Matcher matcher) { return kMatcherNames[matcher]; }

/// What an entry is about.
enum class DiffSubject : std::uint8_t {
  kNode,
  kGraph,
  kOperator,  ///< how often an operator is there, of a summary
  kModule,    ///< the nodes of a module, of a summary
  kEdges,     ///< those between modules, of a summary
  kFile,
};

/// One place where the two differ. "Left" is what was expected (the golden), "right" what was found.
struct DiffEntry {
  DiffKind kind = DiffKind::kTarget;
  DiffSubject subject = DiffSubject::kNode;
  std::string graph;  ///< "joint"
  std::string op;     ///< "aten.relu.default", "input parameter", "output"; of the left node, else the right
  std::string right_op;    ///< of the right node when there are both
  std::string left_path;   ///< "joint/%12", "joint" of a whole graph; empty when the node is extra
  std::string right_path;  ///< empty when the node is missing
  std::string slot;        ///< "weight": what of the node differs; empty for the whole of it
  std::string left;        ///< the differing part in text form, the whole node for missing
  std::string right;
  std::string left_change,
      right_change;            ///< the same without its place, of nodes: numbers and, of whole nodes, outputs
  std::string module, source;  ///< of the left node, else the right; empty when unknown
  std::string
      first;  ///< of a module in a summary: which of its nodes are the first that differ, if that is known
  Matcher matcher = Matcher::kNone;
  std::size_t cause = 0;  ///< index into DiffResult::roots
};

/// One change and everything that follows from it. Equal changes at several places are one cause.
struct RootCause {
  DiffKind kind = DiffKind::kTarget;
  std::vector<std::size_t> places;  ///< indices into entries, never empty; the first one stands for all
  std::size_t consequences = 0;     ///< further entries that follow from it, over all places
  std::string signature;  ///< the change without its place: equal for equal changes in any two files
  /// Operators that are missing or extra together at each place, and how often; both are empty for other
  /// kinds.
  std::map<std::string, std::size_t> gone = {}, added = {};
};

/// "aten.relu.default", "graph", "module": what the entry is about, as it is printed; "" of a whole file.
std::string subject_text(const DiffEntry& entry);
/// "joint/%12 weight": where it is on the left, else on the right; "" of a whole file.
std::string place_text(const DiffEntry& entry);

/// How much one policy put aside before anything was compared, on either side.
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

/// `equal` here is what the function `equal` says; entries are empty exactly then.
struct DiffResult {
  bool equal = true;
  SetCount nodes, edges;
  std::vector<DiffEntry> entries;  ///< in the left file's order, extras last
  std::vector<RootCause> roots;    ///< every entry belongs to exactly one
  std::vector<Hidden> hidden;      ///< one for each policy that was on, also when it hid nothing
};

/// Whether the entry is part of what the cause changed, rather than a consequence: one of its places, or an
/// operator that is missing or extra together with one.
bool is_change(const DiffResult& result, std::size_t entry);

DiffResult diff(const GraphFile& left, const GraphFile& right, const Policy& policy = {});

}  // namespace assay
