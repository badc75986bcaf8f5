// equal and diff: two questions about two graph files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/diff/policy.h"
#include "harness/graph/graph.h"

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
  kUndecided,
};
std::string_view to_string(DiffKind kind);

/// Who decided that two nodes belong together: the printed reason of a pairing.
enum class Matcher : std::uint8_t { kNone, kAnchor, kSlots, kHash, kNeighbour, kSymmetry };
std::string_view to_string(Matcher matcher);

/// One place where the two differ. "Left" is what was expected (the golden), "right" what was found.
struct DiffEntry {
  DiffKind kind = DiffKind::kTarget;
  std::string graph;  ///< "joint"
  std::string op;     ///< "aten.relu.default", "input parameter", "output"; of the left node, else the right
  std::string left_path;   ///< "joint/%12 weight"; empty when the node is extra
  std::string right_path;  ///< empty when the node is missing
  std::string left;        ///< the differing part in text form, the whole node for missing
  std::string right;
  std::string module, source;  ///< of the left node, else the right; empty when unknown
  Matcher matcher = Matcher::kNone;
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
};

DiffResult diff(const GraphFile& left, const GraphFile& right, const Policy& policy = {});

/// The first `most` entries, both sides each, after a line of counts; "... and N more" where there are more.
/// Ends with a newline.
std::string print_diff(const DiffResult& result, std::size_t most);

}  // namespace assay
