// The table view of graphs.
#include "reports/graph_table/tabular.h"

#include <algorithm>
#include <array>

#include "harness/graph/text.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

using Row = std::array<std::string, 5>;

// A longer cell pushes the rest of its own line to the right, not every line.
constexpr std::size_t kWidest = 60;

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void join(std::string& list, const std::string& item) {
  if (!list.empty()) list += ", ";
  list += item;
}

Row row_of(const Node& node, NodeId id) {
  Row row{std::string(to_string(node.kind)), "%" + std::to_string(id), "", "", ""};
  if (node.kind == NodeKind::kInput)
    row[2] = std::string(to_string(node.role)) + " " + quoted(node.name.view());
  if (node.kind == NodeKind::kOp) row[2] = to_string(node.target);
  if (node.kind == NodeKind::kOutput) row[2] = "output";
  for (const Argument& argument : node.args)
    if (!argument.defaulted) join(row[3], argument.name.str() + "=" + print_value(argument.value));
  for (const Result& result : node.results) join(row[3], label_of(result) + "=" + print_value(result.value));
  for (const Output& output : node.outputs) join(row[4], print_output(output));
  return row;
}

void append_row(std::string& out, const Row& row, const std::array<std::size_t, 5>& widths) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    line += row[i];
    const std::size_t width = width_of(row[i]);
    if (i + 1 < row.size()) line.append(2 + (width < widths[i] ? widths[i] - width : 0), ' ');
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out.append(line).append("\n");
}

void append_graph(std::string& out, const Graph& graph) {
  std::vector<Row> rows{{"kind", "id", "target", "args", "outputs"}};
  for (NodeId id = 0; id < graph.nodes.size(); ++id) rows.push_back(row_of(graph.nodes[id], id));
  std::array<std::size_t, 5> widths{};
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], std::min(width_of(row[i]), kWidest));
  Row ruler;
  for (std::size_t i = 0; i < ruler.size(); ++i) ruler[i].assign(widths[i], '-');
  rows.insert(rows.begin() + 1, std::move(ruler));
  for (const Row& row : rows) append_row(out, row, widths);
}

}  // namespace

std::string print_tabular(const GraphFile& file) {
  std::string out;
  for (const Graph& graph : file.graphs) {
    if (!out.empty()) out += '\n';
    out.append("graph ").append(graph.name.view()).append("\n");
    append_graph(out, graph);
  }
  return out;
}

}  // namespace assay
