// Lowering: each top-level graph as an Executable, traced by pair/lower.py, walked and written.
#include "capture/pair/lowering.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "capture/pair/graph_output.h"
#include "harness/files/read_file.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"
#include "harness/graph/value_name.h"

namespace assay {

namespace py = pybind11;

namespace {

std::vector<const Graph*> whole_graphs(const GraphFile& file) {
  std::vector<const Graph*> graphs;
  for (const Graph& graph : file.graphs) {
    if (!graph.of) graphs.push_back(&graph);  // a sub-graph runs with its node
  }
  return graphs;
}

bool has_input(const std::vector<const Graph*>& graphs, Role role) {
  return std::ranges::any_of(graphs, [role](const Graph* graph) {
    return std::ranges::any_of(graph->nodes, [role](const Node& node) {
      return node.kind == NodeKind::kInput && node.role == role;
    });
  });
}

// Whether the gradient of a graph is the tangent of an earlier graph.
bool hands_gradients_back(const std::vector<const Graph*>& graphs) {
  for (const Graph* graph : graphs) {
    if (graph->nodes.empty()) continue;
    for (const Result& result : graph->nodes.back().results) {
      if (result.role != ResultRole::kGradient) continue;
      const ValueName of = parse_value_name(Role::kSaved, result.name.view());
      const bool earlier = std::ranges::any_of(
          graphs, [&](const Graph* other) { return other != graph && of.graph == other->name.view(); });
      if (earlier) return true;
    }
  }
  return false;
}

// (name, executables) per output graph. Graphs connected by `saved` values become one graph; others stay
// separate. Graphs that hand gradients back also stay separate, because they run forward and back again.
py::list chains_of(const GraphFile& file, const std::filesystem::path& source, const py::object& model) {
  const py::object executable = py::module_::import("assay_capture").attr("Executable");
  const std::vector<const Graph*> graphs = whole_graphs(file);
  py::list all, chains;
  for (const Graph* graph : graphs) {
    const std::string& name = graph->name.str();
    all.append(py::make_tuple(name, executable(source.string(), name, model)));
  }
  if (has_input(graphs, Role::kSaved) && !hands_gradients_back(graphs)) {
    chains.append(py::make_tuple(has_input(graphs, Role::kTangent) ? "joint" : graphs[0]->name.str(), all));
    return chains;
  }
  for (const py::handle each : all) {
    py::list alone;
    alone.append(each);
    chains.append(py::make_tuple(py::reinterpret_borrow<py::tuple>(each)[0], alone));
  }
  return chains;
}

std::string digest_of(const std::filesystem::path& path) { return sha256_hex(read_file(path).value_or("")); }

}  // namespace

GraphSize write_lowered(const std::filesystem::path& source, const py::object& program, const py::dict& test,
                        const std::filesystem::path& path) {
  const GraphFile file = load_graph_file(source.string());
  const py::list captured = py::module_::import("assay_python.pair.lower")
                                .attr("lower")(program, chains_of(file, source, program.attr("model")));
  return write_walked(walk_captured(captured, program, test, file.header.method, file.header.device,
                                    Finish{.lowered_from = digest_of(source)}),
                      path);
}

}  // namespace assay
