// GoldenBody: a graph or a summary.
#include "harness/golden_store/golden_body.h"

#include <algorithm>
#include <optional>

#include "harness/error/error.h"
#include "harness/files/read_file.h"
#include "harness/graph/json.h"
#include "harness/words/shell_command.h"

namespace assay {
namespace {

LevelDigests digests_of(const GoldenPair& pair, const std::filesystem::path& file) {
  LevelDigests digests;
  if (pair.sha256.size() != digests.size() + 1)
    throw InputError({"a pair without the digests of its graph", file.string() + ": " + name_of(pair),
                      "sha256 and " + std::to_string(digests.size()) + " digests, and one of these lines",
                      std::to_string(pair.sha256.size()), git_checkout(file.string())});
  std::copy_n(pair.sha256.begin(), digests.size(), digests.begin());
  return digests;
}

void require_unedited(const GoldenText& golden, const GoldenPair& pair, const LevelDigests& digests,
                      const std::filesystem::path& file) {
  const std::string& text = graphs_as_written(golden, pair).text;
  if (const std::string found = digest_of_lines(name_of(pair), digests, text); found != pair.sha256.back())
    throw InputError({"a golden that was edited by hand", file.string() + ": " + name_of(pair),
                      "the digest of its lines, " + pair.sha256.back(), found, git_checkout(file.string())});
}

void refuse_digests(const GoldenPair& pair, const std::filesystem::path& file) {
  if (!pair.sha256.empty())
    throw InputError({"digests of a graph that is there", file.string() + ": " + name_of(pair),
                      "no line sha256, or a summary", "both", git_checkout(file.string())});
}

DiffResult undecided(const GoldenSummary& agreed, const GraphFile& captured) {
  DiffResult result;
  result.equal = false;
  const GraphSize size = size_of(captured);
  const std::size_t nodes = size_of(agreed).nodes;
  result.nodes.changed = std::min(nodes, size.nodes);
  result.nodes.missing = nodes - result.nodes.changed;
  result.nodes.extra = size.nodes - result.nodes.changed;
  DiffEntry& entry = result.entries.emplace_back();
  entry.kind = DiffKind::kUndecided;
  entry.subject = DiffSubject::kGraph;
  entry.left = "a summary of " + std::to_string(nodes) + " nodes";
  entry.right = "symmetric dead code, which has no canonical text";
  result.roots.push_back({entry.kind, {0}, 0, "undecided"});
  return result;
}

}  // namespace

GoldenBody GoldenBody::load(const std::filesystem::path& file, std::string_view pair) {
  std::optional<std::string> bytes = read_regular_file(file, Links::kFollow);
  if (!bytes)
    throw InputError(
        {"cannot be read", file.string(), "a golden", "no file that can be read", command_to_look_for(file)});
  if (!is_golden_text(*bytes)) {
    GraphFile graphs = read_graph_file(*bytes, file.string(), pair);
    require_constant_files(graphs, file.string());
    return GoldenBody(std::move(graphs));
  }
  const GoldenText golden = read_golden_text(*bytes, file.string());
  return of(golden, pair_named(golden, pair, file.string()), file);
}

GoldenBody GoldenBody::of(const GoldenText& golden, const GoldenPair& pair,
                          const std::filesystem::path& file) {
  const auto& [text, line] = graphs_as_written(golden, pair);
  if (!is_golden_summary(text)) {
    refuse_digests(pair, file);
    GraphFile graphs = graphs_of(golden, pair, file.string());
    require_constant_files(graphs, file.string());
    return GoldenBody(std::move(graphs));
  }
  // Lines are numbered from the beginning of the file.
  GoldenSummary summary = read_golden_summary(std::string(line - 1, '\n') + text, file.string());
  summary.header = header_of(golden, pair);
  summary.sha256 = digests_of(pair, file);
  require_unedited(golden, pair, summary.sha256, file);
  return GoldenBody(std::move(summary));
}

GoldenBody GoldenBody::of(GraphFile capture) {
  if (golden_body_of(capture.graphs, capture.header.device).size() > kSummaryAbove)
    if (auto summary = golden_summary(capture)) return GoldenBody(std::move(*summary));
  return GoldenBody(std::move(capture));
}

const Header& GoldenBody::header() const {
  return std::visit([](const auto& body) -> const Header& { return body.header; }, data_);
}

DiffResult GoldenBody::compare(const GraphFile& captured, const Policy& policy) const {
  if (graphs() != nullptr) return diff(*graphs(), captured, policy);
  const auto& agreed = std::get<GoldenSummary>(data_);
  const auto found = golden_summary_beside(agreed, captured);
  if (!found) return undecided(agreed, captured);
  return diff_summaries(agreed, *found, captured, policy.level);
}

std::vector<std::string> GoldenBody::constant_files() const {
  std::vector<std::string> names;
  if (is_summary()) return names;
  for (const Graph& graph : graphs()->graphs)
    for (const Node& node : graph.nodes)
      if (node.constant && !node.constant->data) names.push_back(node.constant->sha256);
  return names;
}

std::string GoldenBody::text(std::string_view device) const {
  if (graphs() != nullptr) return golden_body_of(graphs()->graphs, device);
  return write_golden_summary(std::get<GoldenSummary>(data_));
}

std::vector<std::string> GoldenBody::digests(std::string_view pair, std::string_view text) const {
  if (graphs() != nullptr) return {};
  const LevelDigests& sha256 = std::get<GoldenSummary>(data_).sha256;
  std::vector<std::string> digests(sha256.begin(), sha256.end());
  digests.push_back(digest_of_lines(pair, sha256, text));
  return digests;
}

}  // namespace assay
