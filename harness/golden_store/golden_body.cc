// GoldenBody: one of two forms.
#include "harness/golden_store/golden_body.h"

#include <optional>

#include "harness/files/read_file.h"
#include "harness/graph/json.h"

namespace assay {
namespace {

DiffResult undecided(const GoldenSummary& agreed, const GraphFile& captured) {
  DiffResult result;
  result.equal = false;
  const GraphSize size = size_of(captured);
  result.nodes.changed = std::min(agreed.nodes, size.nodes);
  result.nodes.missing = agreed.nodes - result.nodes.changed;
  result.nodes.extra = size.nodes - result.nodes.changed;
  DiffEntry& entry = result.entries.emplace_back();
  entry.kind = DiffKind::kUndecided;
  entry.op = "graph";
  entry.left = "a summary of " + std::to_string(agreed.nodes) + " nodes";
  entry.right = "symmetric dead code, which has no canonical text";
  result.roots.push_back({entry.kind, {0}, 0, "undecided"});
  return result;
}

}  // namespace

GoldenBody GoldenBody::load(const std::filesystem::path& file, std::string_view pair) {
  std::optional<std::string> bytes = read_file(file);
  if (!bytes) return GoldenBody(load_graph_file(file.string(), pair));  // says why not
  if (is_golden_summary(*bytes)) return GoldenBody(read_golden_summary(*std::move(bytes), file.string()));
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
  if (!is_golden_summary(golden.body)) {
    GraphFile graphs = graphs_of(golden, pair, file.string());
    require_constant_files(graphs, file.string());
    return GoldenBody(std::move(graphs));
  }
  // Lines count from the beginning of the file.
  GoldenSummary summary =
      read_golden_summary(std::string(golden.body_line - 1, '\n') + golden.body, file.string());
  summary.header = header_of(golden, pair);
  return GoldenBody(std::move(summary));
}

GoldenBody GoldenBody::of(GraphFile capture) {
  if (size_of(capture).nodes > kSummaryAbove)
    if (auto summary = golden_summary(capture, arguments_of(capture))) return GoldenBody(std::move(*summary));
  return GoldenBody(std::move(capture));
}

const Header& GoldenBody::header() const {
  return std::visit([](const auto& body) -> const Header& { return body.header; }, data_);
}

DiffResult GoldenBody::compare(const GraphFile& captured, const Policy& policy) const {
  if (graphs() != nullptr) return diff(*graphs(), captured, policy);
  const auto& agreed = std::get<GoldenSummary>(data_);
  const auto found = golden_summary(captured, agreed.arguments);
  return found ? diff_summaries(agreed, *found, policy.level) : undecided(agreed, captured);
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

}  // namespace assay
