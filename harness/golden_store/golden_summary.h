// GoldenSummary: a golden too large to be kept node by node (design section 10). The one place where a hash
// decides. The file is golden_summary.schema.json beside this header.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/diff/diff.h"
#include "harness/golden_store/canonical_text.h"
#include "harness/graph/graph.h"

namespace assay {

inline constexpr int kGoldenSummaryVersion = 1;
/// Goldens with more nodes than this are kept as summaries: as texts those of real models would fill the 32
/// MB that all goldens may have.
inline constexpr std::size_t kSummaryAbove = 200;

/// SHA-256 of a canonical text at each level: a golden is judged by the policy of its case, which may change.
using LevelDigests = std::array<std::string, 3>;
inline const std::string& at_level(const LevelDigests& digests, Level level) {
  return digests[static_cast<std::size_t>(level)];
}

/// Hexadecimal digits of a module's digest: it names what differs once the digest of the whole has decided.
inline constexpr std::size_t kModuleDigits = 16;

struct ModuleSummary {
  std::string module;  ///< path; "" for what belongs to none
  std::size_t nodes = 0, edges = 0;
  LevelDigests sha256;  ///< their first kModuleDigits
};

struct GraphSummary {
  std::string graph;
  std::size_t nodes = 0, edges = 0;
  std::vector<ModuleSummary> modules;            ///< in order of path
  std::map<std::string, std::size_t> operators;  ///< "aten.relu.default", "input parameter": how many nodes
};

struct GoldenSummary {
  Header header;
  std::size_t nodes = 0, edges = 0;
  LevelDigests sha256;  ///< of the whole: this one decides
  std::vector<GraphSummary> graphs;
  KnownArguments arguments;
};

/// Nothing when the graph's dead code is too symmetric to have a canonical text. `known` is what the summary
/// to compare with knows; for a summary of its own, arguments_of(file).
std::optional<GoldenSummary> golden_summary(const GraphFile& file, const KnownArguments& known);

/// Differences as entries of kind by the first level that tells: per module (`op` "module"), then per
/// operator whose number differs (`op` is its name). What agrees in every module and still differs is told as
/// edges between modules. Nodes and edges are counted by module.
DiffResult diff_summaries(const GoldenSummary& agreed, const GoldenSummary& found, Level level);

/// True when `bytes` is meant as a summary, well-formed or not.
bool is_golden_summary(std::string_view bytes);
/// Strict: unknown keys, wrong types and conflict markers are InputErrors with file and line.
GoldenSummary read_golden_summary(std::string bytes, const std::string& source);
/// Fixed key order, one module and one operator per line; read(write(x)) == x.
std::string write_golden_summary(const GoldenSummary& summary);

}  // namespace assay
