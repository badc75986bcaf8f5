// The file of a GoldenSummary: written and read.
#include <algorithm>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/golden_store/golden_summary.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"
#include "harness/strict_json/json_source.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

std::string name(Level level) { return std::string(to_string(level)); }

// Written: lines of their own for what a person compares line by line.

OrderedJson digests_to_json(const LevelDigests& digests) {
  OrderedJson json = OrderedJson::object();
  for (const Level level : kLevels) json[name(level)] = at_level(digests, level);
  return json;
}

OrderedJson sizes_to_json(std::size_t nodes, std::size_t edges, const LevelDigests& sha256) {
  return {{"nodes", nodes}, {"edges", edges}, {"sha256", digests_to_json(sha256)}};
}

std::string block(const std::vector<std::string>& lines, const std::string& indent,
                  std::string_view brackets) {
  if (lines.empty()) return std::string(brackets);
  return fmt::format("{}\n{}{}{}", brackets[0], indent, fmt::join(lines, ",\n" + indent), brackets[1]);
}

std::string graph_text(const GraphSummary& graph) {
  std::vector<std::string> modules, operators;
  for (const ModuleSummary& module : graph.modules) {
    OrderedJson json = {{"module", module.module}};
    json.update(sizes_to_json(module.nodes, module.edges, module.sha256));
    modules.push_back(json.dump());
  }
  for (const auto& [op, count] : graph.operators)
    operators.push_back(OrderedJson(op).dump() + ": " + std::to_string(count));
  return fmt::format(
      "{{\"name\": {}, \"nodes\": {}, \"edges\": {},\n   \"modules\": {},\n   \"operators\": {}}}",
      OrderedJson(graph.graph).dump(), graph.nodes, graph.edges, block(modules, "    ", "[]"),
      block(operators, "    ", "{}"));
}

// Read.

std::size_t size_from(const JsonPlace& place) { return static_cast<std::size_t>(place.integer(0)); }

constexpr std::size_t kDigits = 64;  // of a whole SHA-256

/// `digits` of each.
LevelDigests digests_from(const JsonPlace& place, std::size_t digits) {
  LevelDigests digests;
  place.require_keys({"structure", "shapes", "exact"});
  for (const Level level : kLevels) {
    const JsonPlace digest = place.need(name(level));
    if (!is_sha256_hex(digest.text() + std::string(kDigits - digits, '0')))
      digest.fail("not a SHA-256", std::to_string(digits) + " lower-case hexadecimal digits");
    digests[static_cast<std::size_t>(level)] = digest.text();
  }
  return digests;
}

GraphSummary graph_from(const JsonPlace& place) {
  place.require_keys({"name", "nodes", "edges", "modules", "operators"});
  GraphSummary graph;
  graph.graph = place.need("name").text();
  graph.nodes = size_from(place.need("nodes"));
  graph.edges = size_from(place.need("edges"));
  for (const JsonPlace& item : place.need("modules").items()) {
    item.require_keys({"module", "nodes", "edges", "sha256"});
    graph.modules.push_back({item.need("module").text(), size_from(item.need("nodes")),
                             size_from(item.need("edges")),
                             digests_from(item.need("sha256"), kModuleDigits)});
  }
  for (const auto& [op, count] : place.need("operators").members()) graph.operators[op] = size_from(count);
  return graph;
}

std::map<std::string, std::string> texts_from(const JsonPlace& place) {
  std::map<std::string, std::string> texts;
  for (const auto& [key, item] : place.members()) texts[key] = item.text();
  return texts;
}

TargetArguments arguments_from(const JsonPlace& place) {
  place.require_keys({"names", "defaults"});
  TargetArguments arguments;
  for (const JsonPlace& item : place.need("names").items()) arguments.names.push_back(item.text());
  arguments.defaults = texts_from(place.need("defaults"));
  return arguments;
}

Header header_from(const JsonPlace& root) {
  Header header;
  header.case_id = root.need("case").text();
  header.method = root.need("method").text();
  header.device = root.need("device").text();
  if (root.has("phantom")) header.phantom = root["phantom"].nonempty_text();
  if (root.has("fake")) header.fake = root["fake"].boolean();
  for (const JsonPlace& item : root.need("verified").items()) {
    item.require_keys({"torch", "python", "packages"});
    VerifiedWith with{item.need("torch").text(), item.need("python").text(), {}};
    if (item.has("packages")) with.packages = texts_from(item["packages"]);
    header.verified.push_back(std::move(with));
  }
  return header;
}

}  // namespace

bool is_golden_summary(std::string_view bytes) {
  const std::size_t open = bytes.find_first_not_of(" \t\r\n");
  if (open == std::string_view::npos || bytes[open] != '{') return false;
  const std::size_t key = bytes.find_first_not_of(" \t\r\n", open + 1);
  return key != std::string_view::npos && bytes.substr(key).starts_with("\"assay_summary\"");
}

GoldenSummary read_golden_summary(std::string bytes, const std::string& source) {
  refuse_conflict_markers(bytes, source);  // a reader would point at the line below
  const JsonPlace root(JsonSource::parse(std::move(bytes), source, "git checkout " + source));
  root.require_keys({"assay_summary", "case", "method", "device", "phantom", "fake", "verified", "nodes",
                     "edges", "sha256", "graphs", "arguments"});
  const JsonPlace version = root.need("assay_summary");
  if (version.integer(1) != kGoldenSummaryVersion) version.fail("a summary of another version", "1");
  GoldenSummary summary;
  if (root.has("case"))
    summary.header = header_from(root);  // a file of its own, as it was before goldens were text
  summary.nodes = size_from(root.need("nodes"));
  summary.edges = size_from(root.need("edges"));
  summary.sha256 = digests_from(root.need("sha256"), kDigits);
  for (const JsonPlace& item : root.need("graphs").items()) summary.graphs.push_back(graph_from(item));
  for (const auto& [target, item] : root.need("arguments").members())
    summary.arguments[target] = arguments_from(item);
  return summary;
}

std::string write_golden_summary(const GoldenSummary& summary) {
  std::vector<std::string> graphs, arguments;
  for (const GraphSummary& graph : summary.graphs) graphs.push_back(graph_text(graph));
  for (const auto& [target, known] : summary.arguments)
    arguments.push_back(OrderedJson(target).dump() + ": " +
                        OrderedJson({{"names", known.names}, {"defaults", known.defaults}}).dump());
  return fmt::format(
      "{{\"assay_summary\": {},\n \"nodes\": {}, \"edges\": {},\n \"sha256\": {},\n \"graphs\": {},\n"
      " \"arguments\": {}}}\n",
      kGoldenSummaryVersion, summary.nodes, summary.edges, digests_to_json(summary.sha256).dump(),
      block(graphs, "  ", "[]"), block(arguments, "  ", "{}"));
}

}  // namespace assay
