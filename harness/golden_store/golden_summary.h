// GoldenSummary: a golden too large to be kept node by node (docs/goldens.md#the-file). Only here a hash
// decides.
//
// Its digests stand beside the pair in the head of its file. The rest is the body, with the format
// golden_summary.schema.json beside this header. Pairs whose graphs differ in digests alone, mostly those of
// a method on two devices, share a body. Summaries are most of kMostGoldenBytes. They therefore repeat
// nothing, leave out usual arguments (usual_arguments.h) and list only outermost modules.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/diff/diff.h"
#include "harness/golden_store/canonical_text.h"
#include "harness/graph/golden_text.h"
#include "harness/graph/graph.h"

namespace assay {

inline constexpr int kGoldenSummaryVersion = 2;
/// Goldens whose graphs have more bytes of text than this are kept as summaries.
inline constexpr std::size_t kSummaryAbove = 8192;

/// The first kGoldenDigits of the SHA-256 of a canonical text, at each level: the policy of a case may change
/// later.
using LevelDigests = std::array<std::string, 3>;
inline const std::string& at_level(const LevelDigests& digests, Level level) {
  return digests[static_cast<std::size_t>(level)];
}

/// Modules of a graph are listed down to a depth with at most this many. Deeper modules count with them.
inline constexpr std::size_t kModulesTold = 10;
/// Hexadecimal digits of a module's digest, which locates differences once the digest of the whole has
/// decided.
inline constexpr std::size_t kModuleDigits = 8;
/// Level of module digests: the last level that most graphs have in common on all devices.
inline constexpr Level kModuleLevel = Level::kShapes;

/// A module has at most kLinks links, each of kLinkDigits: digests of its nodes from the first node on. The
/// first difference lies after the last equal link and before the end of the next link.
inline constexpr std::size_t kLinks = 12, kLinkDigits = 2;

struct ModuleSummary {
  std::string module;  ///< path; "" for nodes without a module, or if alone for the whole graph
  std::size_t nodes = 0, edges = 0;
  std::string sha256 = {};             ///< its first kModuleDigits, at kModuleLevel
  std::string links = {};              ///< at kModuleLevel; empty in goldens of an earlier Assay
  std::vector<ModuleLine> lines = {};  ///< captures only, in canonical order
};

struct GraphSummary {
  std::string graph;
  std::vector<ModuleSummary> modules;            ///< in order of path
  std::vector<std::string> in_order = {};        ///< captures only: paths by the first node of each module
  std::map<std::string, std::size_t> operators;  ///< nodes by "aten.relu.default", "input parameter"
};

struct GoldenSummary {
  Header header;
  LevelDigests sha256;  ///< of the whole: decides equality
  std::vector<GraphSummary> graphs;
  KnownArguments arguments;  ///< of all targets among `operators`
};
GraphSize size_of(const GoldenSummary& summary);

/// Empty if the graph's dead code is too symmetric for a canonical text.
std::optional<GoldenSummary> golden_summary(const GraphFile& file);
/// A summary for the comparison with `agreed`: written against its arguments, with its modules, without
/// links.
std::optional<GoldenSummary> golden_summary_beside(const GoldenSummary& agreed, const GraphFile& file);

/// Digest of a pair's lines in a golden: its name, the digests of its graph and the body. It follows the
/// three digests and reveals an edit of any of them.
std::string digest_of_lines(std::string_view pair, const LevelDigests& sha256, std::string_view body);

/// `found` is the summary of `captured`. The first entries are modules that differ (subject kModule), in the
/// order of `found`. If `agreed` has links, they name the first nodes that differ. Then follow operators
/// whose number differs (`op` is the name). The kind of an entry follows from the lowest level at which the
/// digests differ. If all modules agree, the only entry is about the edges between modules, or at `exact`
/// about strides. Nodes and edges are counted by module.
DiffResult diff_summaries(const GoldenSummary& agreed, const GoldenSummary& found, const GraphFile& captured,
                          Level level);

/// Whether `bytes` claims to be the body of a summary, well-formed or not.
bool is_golden_summary(std::string_view bytes);
/// Reads graphs and arguments; a body has no header and no digests. Strict: unknown keys, wrong types and
/// conflict markers are InputErrors with file and line. So are operators that do not add up to the nodes of
/// the modules.
GoldenSummary read_golden_summary(std::string bytes, const std::string& source);
/// The body, in fixed key order, with a module or an operator per line; write(read(x)) == x.
std::string write_golden_summary(const GoldenSummary& summary);

}  // namespace assay
