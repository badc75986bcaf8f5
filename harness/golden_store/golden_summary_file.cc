// The body of a GoldenSummary: writing and reading.
#include <algorithm>

#include <fmt/format.h>

#include "harness/error/error.h"
#include "harness/golden_store/golden_summary.h"
#include "harness/golden_store/usual_arguments.h"
#include "harness/graph/digest.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

// An operator "aten.add.Tensor" is "add.Tensor" of the family "aten". An overload "default" is left out.
// Names without three parts, and nodes other than operators, stand in full in the family "".

struct OperatorName {
  std::string family, name;
};

OperatorName parted(const std::string& full) {
  const std::size_t first = full.find('.'), last = full.rfind('.');
  if (first == 0 || std::ranges::count(full, '.') != 2) return {"", full};
  const std::string rest = full.substr(first + 1);
  return {full.substr(0, first),
          full.substr(last) == ".default" ? full.substr(first + 1, last - first - 1) : rest};
}

std::string joined(const std::string& family, const std::string& name) {
  if (family.empty()) return name;
  return family + "." + name + (name.find('.') == std::string::npos ? ".default" : "");
}

bool has_arguments(const std::string& op) { return op != "output" && !op.starts_with("input "); }

// Writing: a line for each item that people compare, without white space.

std::string key(const std::string& name) { return OrderedJson(name).dump() + ":"; }

std::string block(const std::vector<std::string>& lines, std::string_view brackets) {
  if (lines.empty()) return std::string(brackets);
  return fmt::format("{}\n{}{}", brackets[0], fmt::join(lines, ",\n"), brackets[1]);
}

OrderedJson parts_of(const ModuleSummary& module) {
  auto parts = OrderedJson::array({module.nodes, module.edges, module.sha256});
  if (!module.links.empty()) parts.push_back(module.links);
  return parts;
}

std::string graph_text(const GraphSummary& graph) {
  std::vector<std::string> modules, families;
  for (const ModuleSummary& module : graph.modules)
    modules.push_back(key(module.module) + parts_of(module).dump());
  std::map<std::string, std::vector<std::string>> operators;
  for (const auto& [op, count] : graph.operators) {
    const auto [family, name] = parted(op);
    operators[family].push_back(key(name) + std::to_string(count));
  }
  for (const auto& [family, counts] : operators) families.push_back(key(family) + block(counts, "{}"));
  return fmt::format("{{\"graph\":{},\n\"modules\":{},\n\"operators\":{}}}", OrderedJson(graph.graph).dump(),
                     block(modules, "{}"), block(families, "{}"));
}

// Reading.

std::size_t size_from(const JsonPlace& place, std::int64_t lowest = 0) {
  return static_cast<std::size_t>(place.integer(lowest));
}

ModuleSummary module_from(const std::string& path, const JsonPlace& place) {
  const std::vector<JsonPlace> parts = place.items();
  if (parts.size() != 3 && parts.size() != 4) place.fail("not a module", "[NODES, EDGES, SHA-256, LINKS]");
  if (!is_sha256_hex(parts[2].text(), kModuleDigits))
    parts[2].fail("not a SHA-256", std::to_string(kModuleDigits) + " lower-case hexadecimal digits");
  ModuleSummary module{path, size_from(parts[0], 1), size_from(parts[1]), parts[2].text()};
  if (parts.size() == 3) return module;
  module.links = parts[3].text();
  const std::size_t digits = kLinkDigits * std::min(module.nodes, kLinks);
  if (!is_sha256_hex(module.links, digits))
    parts[3].fail("not the links of its nodes", std::to_string(digits) + " lower-case hexadecimal digits");
  return module;
}

/// Every node has one operator and is in one module.
void require_sum(const GraphSummary& graph, const JsonPlace& place) {
  std::size_t nodes = 0, counted = 0;
  for (const ModuleSummary& module : graph.modules) nodes += module.nodes;
  for (const auto& [op, count] : graph.operators) counted += count;
  if (nodes != counted)
    place.need("operators")
        .fail(fmt::format("{} nodes by operator, and {} by module", counted, nodes),
              "the same number: one of them was edited");
}

GraphSummary graph_from(const JsonPlace& place) {
  place.require_keys({"graph", "modules", "operators"});
  GraphSummary graph;
  graph.graph = place.need("graph").text();
  for (const auto& [path, item] : place.need("modules").members())
    graph.modules.push_back(module_from(path, item));
  for (const auto& [family, counts] : place.need("operators").members())
    for (const auto& [name, count] : counts.members())
      if (!graph.operators.emplace(joined(family, name), size_from(count, 1)).second)
        count.fail("operator is given twice", "names that differ");
  require_sum(graph, place);
  return graph;
}

/// Arguments of every target among the operators of `graphs`: from `place`, else the usual arguments.
KnownArguments known_from(const JsonPlace& place, const std::vector<GraphSummary>& graphs) {
  KnownArguments known;
  for (const auto& [target, item] : place.members()) known[target] = arguments_from(item);
  for (const GraphSummary& graph : graphs) {
    for (const auto& [op, count] : graph.operators) {
      if (!has_arguments(op) || known.contains(op)) continue;
      const auto usual = usual_arguments().find(op);
      if (usual == usual_arguments().end())
        place.fail_missing("no arguments of " + op, "a list of their names");
      known[op] = usual->second;
    }
  }
  return known;
}

}  // namespace

bool is_golden_summary(std::string_view bytes) {
  const std::size_t open = bytes.find_first_not_of(" \t\r\n");
  if (open == std::string_view::npos || bytes[open] != '{') return false;
  const std::size_t key = bytes.find_first_not_of(" \t\r\n", open + 1);
  return key != std::string_view::npos && bytes.substr(key).starts_with("\"assay_summary\"");
}

GoldenSummary read_golden_summary(std::string bytes, const std::string& source) {
  refuse_conflict_markers(bytes, source);  // a JSON error would name the line below
  const JsonPlace root(JsonSource::parse(std::move(bytes), source, git_checkout(source)));
  const JsonPlace version = root.need("assay_summary");
  if (version.integer(1) != kGoldenSummaryVersion)
    version.fail("a summary of another version", std::to_string(kGoldenSummaryVersion));
  root.require_keys({"assay_summary", "graphs", "arguments"});
  GoldenSummary summary;
  for (const JsonPlace& item : root.need("graphs").items()) summary.graphs.push_back(graph_from(item));
  summary.arguments = known_from(root.need("arguments"), summary.graphs);
  return summary;
}

std::string write_golden_summary(const GoldenSummary& summary) {
  std::vector<std::string> graphs, arguments;
  for (const GraphSummary& graph : summary.graphs) graphs.push_back(graph_text(graph));
  for (const auto& [target, known] : summary.arguments) {
    const auto usual = usual_arguments().find(target);
    if (usual == usual_arguments().end() || usual->second != known)
      arguments.push_back(key(target) + arguments_to_json(known).dump());
  }
  return fmt::format("{{\"assay_summary\":{},\n\"graphs\":{},\n\"arguments\":{}}}\n", kGoldenSummaryVersion,
                     block(graphs, "[]"), block(arguments, "{}"));
}

}  // namespace assay
