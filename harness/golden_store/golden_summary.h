// GoldenSummary: a golden too large to be kept node by node (design section 10). The one place where a hash
// decides. Its parts: digests, which stand with the pair in the head of its file, and a body, which is
// golden_summary.schema.json beside this header. Pairs whose graphs differ in digests alone, mostly those of
// one method on two devices, so have one file.
//
// Summaries are most of what all goldens may have (kMostGoldenBytes): nothing is said twice, nor what the
// program knows (usual_arguments.h), and of modules only the outermost are told.
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

/// First kGoldenDigits of the SHA-256 of a canonical text at each level: a golden is judged by the policy of
/// its case, which may change.
using LevelDigests = std::array<std::string, 3>;
inline const std::string& at_level(const LevelDigests& digests, Level level) {
  return digests[static_cast<std::size_t>(level)];
}

/// A graph's modules are told as far down as there are at most so many; what lies below counts with them.
inline constexpr std::size_t kModulesTold = 10;
/// Hexadecimal digits of a module's digest: it names what differs once the digest of the whole has decided.
inline constexpr std::size_t kModuleDigits = 8;
/// At which level: the last that most graphs have in common on all devices.
inline constexpr Level kModuleLevel = Level::kShapes;

/// A module's nodes are told by at most so many links, each of kLinkDigits: a digest of all its nodes from
/// the first on. So the first link that differs says between which nodes the first difference is.
inline constexpr std::size_t kLinks = 12, kLinkDigits = 2;

struct ModuleSummary {
  std::string module;  ///< path; "" for what belongs to none, or for the whole graph when it is the only one
  std::size_t nodes = 0, edges = 0;
  std::string sha256 = {};             ///< its first kModuleDigits, at kModuleLevel
  std::string links = {};              ///< at kModuleLevel; empty in goldens of an earlier Assay
  std::vector<ModuleLine> lines = {};  ///< of a capture, in canonical order; a golden has none
};

struct GraphSummary {
  std::string graph;
  std::vector<ModuleSummary> modules;            ///< in order of path
  std::vector<std::string> in_order = {};        ///< of a capture: their paths, by the first node of each
  std::map<std::string, std::size_t> operators;  ///< "aten.relu.default", "input parameter": how many nodes
};

struct GoldenSummary {
  Header header;
  LevelDigests sha256;  ///< of the whole: this one decides
  std::vector<GraphSummary> graphs;
  KnownArguments arguments;  ///< of all targets among `operators`
};
GraphSize size_of(const GoldenSummary& summary);

/// Nothing when the graph's dead code is too symmetric to have a canonical text.
std::optional<GoldenSummary> golden_summary(const GraphFile& file);
/// One to compare with `agreed`: written against the arguments that it knows, told by the modules it tells.
/// It has no links.
std::optional<GoldenSummary> golden_summary_beside(const GoldenSummary& agreed, const GraphFile& file);

/// Of a pair's lines in a golden: its name, the digests of its graph and the body. It stands behind the three
/// digests, so that an edit of any of them shows.
std::string digest_of_lines(std::string_view pair, const LevelDigests& sha256, std::string_view body);

/// `found` is the summary of `captured`. The first entries are of modules that differ (subject kModule), in
/// the order of `found`. They name the first nodes that differ if `agreed` has links. Then there is an entry
/// for each operator whose number differs (`op` is its name). The kind of an entry follows from the lowest
/// level at which the digests differ. If all modules agree, the one entry is about the edges between modules,
/// or at `exact` about strides. Nodes and edges are counted by module.
DiffResult diff_summaries(const GoldenSummary& agreed, const GoldenSummary& found, const GraphFile& captured,
                          Level level);

/// True when `bytes` is meant as the body of a summary, well-formed or not.
bool is_golden_summary(std::string_view bytes);
/// Graphs and arguments; a body has no header and no digests. Strict: unknown keys, wrong types, conflict
/// markers, and operators that do not add up to the nodes of the modules are InputErrors with file and line.
GoldenSummary read_golden_summary(std::string bytes, const std::string& source);
/// The body. Fixed key order, one module and one operator per line; write(read(x)) == x.
std::string write_golden_summary(const GoldenSummary& summary);

}  // namespace assay
