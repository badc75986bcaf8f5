// Lowering: every top-level graph of the file as an Executable, traced by pair/lower.py, walked, written.
#include "capture/pair/lowering.h"

#include <fstream>
#include <iterator>

#include "capture/pair/graph_output.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"

namespace assay {

namespace py = pybind11;

namespace {

py::list executables_of(const GraphFile& file, const std::filesystem::path& source, const py::object& model) {
  const py::object executable = py::module_::import("assay_capture").attr("Executable");
  py::list list;
  for (const Graph& graph : file.graphs) {
    if (graph.of) continue;  // a sub-graph runs where its node does
    const std::string name(graph.name.view());
    list.append(py::make_tuple(name, executable(source.string(), name, model)));
  }
  return list;
}

std::string digest_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return sha256_hex(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace

GraphSize write_lowered(const std::filesystem::path& source, const py::object& program, const py::dict& test,
                        const std::filesystem::path& path) {
  const GraphFile file = load_graph_file(source.string());
  const py::list captured = py::module_::import("assay_python.pair.lower")
                                .attr("lower")(program, executables_of(file, source, program.attr("model")));
  return write_captured(captured, program, test, file.header.method, file.header.device, path,
                        Finish{.lowered_from = digest_of(source)});
}

}  // namespace assay
