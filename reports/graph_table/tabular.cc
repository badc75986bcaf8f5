// print_tabular: a row per node.
#include "reports/graph_table/tabular.h"

#include "harness/graph/text.h"
#include "harness/words/literal.h"
#include "reports/console/columns.h"
#include "reports/console/printable.h"

namespace assay {
namespace {

constexpr std::size_t kWidest = 60;

void join(std::string& list, const std::string& item) {
  if (!list.empty()) list += ", ";
  list += item;
}

Row row_of(const Node& node, NodeId id) {
  std::string target, arguments, outputs;
  if (node.kind == NodeKind::kInput)
    target = std::string(to_string(node.role)) + " " + quoted(node.name.view());
  if (node.kind == NodeKind::kOp) target = to_string(node.target);
  if (node.kind == NodeKind::kOutput) target = "output";
  for (const Argument& argument : node.args)
    if (!argument.defaulted) join(arguments, argument.name.str() + "=" + print_value(argument.value));
  for (const Result& result : node.results)
    join(arguments, label_of(result) + "=" + print_value(result.value));
  for (const Output& output : node.outputs) join(outputs, print_output(output));
  return {{std::string(to_string(node.kind))},
          {"%" + std::to_string(id)},
          {printable(target)},
          {printable(arguments)},
          {printable(outputs)}};
}

void append_graph(std::string& out, const Graph& graph) {
  std::vector<Row> rows{{{"kind"}, {"id"}, {"target"}, {"args"}, {"outputs"}}};
  for (NodeId id = 0; id < graph.nodes.size(); ++id) rows.push_back(row_of(graph.nodes[id], id));
  Row ruler;
  for (const std::size_t width : column_widths(rows, kWidest)) ruler.push_back({std::string(width, '-')});
  rows.insert(rows.begin() + 1, std::move(ruler));
  out += aligned_columns(rows, {}, Color::kOff, kWidest);
}

}  // namespace

std::string print_tabular(const GraphFile& file) {
  std::string out;
  for (const Graph& graph : file.graphs) {
    if (!out.empty()) out += '\n';
    out.append("graph ").append(printable(graph.name.view())).append("\n");
    append_graph(out, graph);
  }
  return out;
}

}  // namespace assay
