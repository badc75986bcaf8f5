// assay_capture.Executable: a graph out of a file or a text, run with Python's values.
#include "capture/replay/bindings.h"

#include <filesystem>

#include <pybind11/stl.h>

#include "capture/replay/executable.h"
#include "capture/replay/py_values.h"
#include "capture/replay/symbols.h"
#include "harness/graph/error.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"

namespace assay::replay {

namespace {

// Keeps the file that its Executable refers to.
struct Loaded {
  Loaded(GraphFile file_in, const std::string& name, PythonWorld world)
      : file(std::make_unique<GraphFile>(std::move(file_in))),
        graph(find(*file, name)),
        executable(*file, graph, std::move(world)) {}

  static const Graph& find(const GraphFile& file, const std::string& name) {
    for (const Graph& graph : file.graphs)
      if (graph.name.view() == name) return graph;
    throw InputError({.what = "no such graph in the file", .found = name});
  }

  std::vector<c10::IValue> inputs(const py::sequence& given) const {
    std::vector<c10::IValue> values;
    for (const py::handle value : given) values.push_back(from_python(value));
    return values;
  }

  py::list run(const py::sequence& given, const py::object& watch) {
    Watch told;
    if (!watch.is_none()) {
      told = [&watch](NodeId node, const std::vector<c10::IValue>& outputs) {
        py::list list;
        for (const c10::IValue& output : outputs) list.append(to_python(output));
        watch(node, list);
      };
    }
    py::list results;
    for (const c10::IValue& value : executable.run(inputs(given), told)) results.append(to_python(value));
    return results;
  }

  std::unique_ptr<GraphFile> file;
  const Graph& graph;
  Executable executable;
};

std::unique_ptr<Loaded> from_file(const std::string& path, const std::string& graph,
                                  const py::object& model) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return std::make_unique<Loaded>(load_graph_file(path), graph,
                                  PythonWorld{model, folder.empty() ? "." : folder});
}

std::unique_ptr<Loaded> from_text(const std::string& text, const std::string& graph,
                                  const py::object& model) {
  return std::make_unique<Loaded>(parse_text(text), graph, PythonWorld{model, "."});
}

}  // namespace

void bind_executable(py::module_& module) {
  py::register_exception<CannotReplay>(module, "CannotReplay", PyExc_RuntimeError);
  py::class_<Loaded>(module, "Executable", "A graph of a graph file, ready to run.")
      .def(py::init(&from_file), py::arg("path"), py::arg("graph"), py::arg("model") = py::none())
      .def_static("from_text", &from_text, py::arg("text"), py::arg("graph") = "forward",
                  py::arg("model") = py::none(), "The same from the text form.")
      .def("run", &Loaded::run, py::arg("inputs"), py::arg("watch") = py::none(),
           "One value per input gives one value per result; watch(node, outputs) is told of each op.")
      .def(
          "first_guard_broken",
          [](const Loaded& loaded, const py::sequence& given) {
            return first_guard_broken(loaded.graph, loaded.inputs(given));
          },
          py::arg("inputs"), "What these inputs break of the capture's assumptions, or None.")
      .def_property_readonly("operators", [](const Loaded& loaded) { return loaded.executable.operators(); });
}

}  // namespace assay::replay
