// assay_capture.Executable: a graph from a file or text, run with Python's values.
#include "capture/execute/bindings.h"

#include <filesystem>

#include <pybind11/stl.h>

#include "capture/callables/function_rules.h"
#include "capture/execute/allow_list.h"
#include "capture/execute/arguments.h"
#include "capture/execute/executable.h"
#include "capture/execute/py_values.h"
#include "capture/execute/stand_in.h"
#include "capture/execute/symbols.h"
#include "capture/execute/widened.h"
#include "capture/walker/python_name.h"
#include "harness/error/error.h"
#include "harness/graph/json.h"
#include "harness/graph/text.h"

namespace assay::replay {

using callables::function_rule;
using callables::higher_order_rule;
using callables::method_rule;
using callables::Refusal;

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

// The tensor of an Input as (dtype, shape, stride, device).
py::object described(const Graph& graph, const Output& output) {
  const auto* tensor = std::get_if<TensorMeta>(&output.data);
  if (tensor == nullptr || !tensor->stride) return py::none();
  sym::Bindings hints;
  for (const Symbol& symbol : graph.symbols)
    if (symbol.hint) hints[symbol.name] = sym::Worth{*symbol.hint};
  const auto numbers = [&](const std::vector<Dim>& dims) {
    py::list list;
    for (const Dim& dim : dims)
      list.append(dim.symbolic() ? to_python(to_ivalue(sym::evaluate(sym::parse(dim.expr.view()), hints)))
                                 : py::int_(dim.number));
    return list;
  };
  return py::make_tuple(py::cast(scalar_type_of(tensor->dtype)), numbers(tensor->shape),
                        numbers(*tensor->stride), std::string(tensor->device.type.view()));
}

py::list inputs_of(const Graph& graph) {
  const py::object record = py::module_::import("assay_python.captured.captured").attr("Input");
  py::list list;
  for (const Node& node : graph.nodes) {
    if (node.kind != NodeKind::kInput) continue;
    py::list also;
    for (const Name& name : node.also) also.append(std::string(name.view()));
    list.append(record(std::string(to_string(node.role)), to_python(name_of(node)), also,
                       described(graph, node.outputs.at(0))));
  }
  return list;
}

py::list list_of_results(const Graph& graph) {
  const py::object record = py::module_::import("assay_python.captured.captured").attr("Result");
  py::list list;
  if (graph.nodes.empty() || graph.nodes.back().kind != NodeKind::kOutput) return list;
  for (const Result& result : graph.nodes.back().results)
    list.append(record(std::string(to_string(result.role)), std::string(result.name.view())));
  return list;
}

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

// A rule in Python: None; "" if a graph file may name it; otherwise the reason for the refusal.
py::object rule_in_python(const std::optional<Refusal>& rule) {
  if (!rule) return py::none();
  return py::str(*rule == Refusal::kNothing ? std::string() : std::string(to_string(*rule)));
}

void bind_rules(py::module_& module) {
  module.def("function_rule", [](const std::string& name) { return rule_in_python(function_rule(name)); });
  module.def("higher_order_rule",
             [](const std::string& name) { return rule_in_python(higher_order_rule(name)); });
  module.def("method_rule", [](const std::string& name) { return rule_in_python(method_rule(name)); });
  module.def(
      "function_named", [](const std::string& name) { return allowed_function(Name(name), py::none()); },
      "What a graph file means by fn:NAME; raises what it is refused for.");
}

}  // namespace

void bind_executable(py::module_& module) {
  bind_rules(module);
  module.def("widened", &widened, py::arg("tensor"),
             "`tensor` in double precision, itself where it is no narrower.");
  py::class_<StandIn>(module, "StandIn", "Operators of a GPU computed on the CPU, as a replay computes them.")
      .def(py::init<>())
      .def("__call__", &StandIn::operator(),
           "What the table gives for an operator overload; NotImplemented for one that the CPU has itself.");
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
      .def(
          "inputs", [](const Loaded& loaded) { return inputs_of(loaded.graph); },
          "One assay_python.captured.captured.Input per input.")
      .def(
          "results", [](const Loaded& loaded) { return list_of_results(loaded.graph); },
          "One assay_python.captured.captured.Result per result.")
      .def_property_readonly("operators", [](const Loaded& loaded) { return loaded.executable.operators(); });
}

}  // namespace assay::replay
