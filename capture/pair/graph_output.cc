// GraphOutput: walks, fills the header, writes.
#include "capture/pair/graph_output.h"

#include <cstdlib>
#include <fstream>

#include <pybind11/stl.h>

#include "capture/native/native_recorder.h"
#include "capture/pair/capture_pair.h"
#include "capture/walker/fx_walker.h"
#include "capture/walker/origin.h"
#include "capture/walker/recorder.h"
#include "harness/error/error.h"
#include "harness/graph/dead_views.h"
#include "harness/graph/json.h"
#include "harness/graph/value_name.h"
#include "harness/words/shell_command.h"
#include "harness/zoo/method.h"

namespace assay {

namespace py = pybind11;

namespace {

std::vector<py::object> items_of(const py::handle& sequence) {
  std::vector<py::object> items;
  for (const py::handle item : sequence) items.push_back(py::reinterpret_borrow<py::object>(item));
  return items;
}

std::vector<py::object> states_of(const py::object& program) {
  std::vector<py::object> states;
  for (const py::object& input : items_of(program.attr("inputs")())) {
    const auto role = input.attr("role").cast<std::string>();
    if (role != "user") states.push_back(input);
  }
  return states;
}

// "torchvision" of the REF "torchvision.models:resnet18"; nothing for a factory loaded by path.
std::string factory_package(const std::string& factory) {
  const std::string module = factory.substr(0, factory.rfind(':'));
  return module.ends_with(".py") ? "" : module.substr(0, module.find('.'));
}

std::map<std::string, std::string> package_versions(const py::dict& test) {
  std::map<std::string, std::string> versions;
  const std::string package = factory_package(test["factory"].cast<std::string>());
  if (package.empty() || package == "torch") return versions;
  try {
    versions[package] =
        py::module_::import("importlib.metadata").attr("version")(package).cast<std::string>();
  } catch (py::error_already_set&) {  // a standard library module, or a module that was never installed
  }
  return versions;
}

void write_file(const std::filesystem::path& path, const std::string& bytes) {
  const std::filesystem::path partial = path.string() + ".partial";
  std::ofstream out(partial, std::ios::binary);
  out << bytes;
  out.close();
  if (!out)
    throw HarnessError({.what = "cannot write",
                        .where = path.string(),
                        .next = "df -h " + shell_word(path.parent_path().native())});
  std::filesystem::rename(partial, path);
}

// If `captured` has a recorder of type R, appends its graph and returns true.
template <typename R>
bool take_recorded(const py::object& captured, std::vector<Graph>& graphs, LargeConstants& constants) {
  static const py::handle type = py::type::of<R>().release();
  if (!py::isinstance(captured.attr("graph"), type)) return false;
  auto& recorder = captured.attr("graph").cast<R&>();
  graphs.push_back(recorder.finish(captured.attr("name").cast<std::string>()));
  constants.merge(recorder.large_constants());
  return true;
}

// The line of a graph break has the form of node origins: without the folders of this machine.
std::optional<GraphBreak> break_of(const py::object& stopped) {
  if (stopped.is_none()) return {};
  return GraphBreak{stopped.attr("reason").cast<std::string>(),
                    portable_source(stopped.attr("source").cast<std::string>())};
}

Dict constants_of(const py::object& assumptions) {
  py::dict constants;
  for (const py::handle assumption : assumptions) {
    const AssumedName name{assumption.attr("path").cast<std::string>(),
                           assumption.attr("is_input").cast<bool>()};
    constants[py::str(to_string(name))] = assumption.attr("value");
  }
  SymbolTable symbols;
  ValueReader values(symbols, {});
  return read_config(constants, values);
}

std::vector<Graph> graphs_of(const py::list& captured, const py::object& program, LargeConstants& constants) {
  std::vector<Graph> graphs;
  const std::vector<py::object> states = states_of(program);
  for (const py::object& one : items_of(captured)) {
    if (take_recorded<Recorder>(one, graphs, constants) ||
        take_recorded<native::NativeRecorder>(one, graphs, constants))
      continue;
    FxWalker walker({.name = one.attr("name").cast<std::string>(),
                     .module = one.attr("graph"),
                     .inputs = items_of(one.attr("inputs")),
                     .results = items_of(one.attr("results")),
                     .states = states,
                     .shape_env = one.attr("shape_env"),
                     .guards = items_of(one.attr("guards")),
                     .held = one.attr("held").cast<std::map<std::string, py::object>>()});
    const std::size_t first = graphs.size();
    for (Graph& graph : walker.walk()) graphs.push_back(std::move(graph));
    graphs[first].resumes = Name(one.attr("resumes").cast<std::string>());
    graphs[first].stopped = break_of(one.attr("stopped"));
    graphs[first].assumes = constants_of(one.attr("assumes"));
    constants.merge(walker.large_constants());
  }
  return graphs;
}

Header header_of(const py::dict& test, const std::string& method, const std::string& device) {
  Header header;
  header.case_id = test["case"].cast<std::string>();
  header.method = method;
  header.device = device;
  header.phantom = device == "cuda" ? phantom_device() : "";
  header.fake = !header.phantom.empty() && has_trait(method, Trait::kRecordsRun);
  header.torch = py::module_::import("torch").attr("__version__").attr("__str__")().cast<std::string>();
  header.python = py::module_::import("platform").attr("python_version")().cast<std::string>();
  header.packages = package_versions(test);
  for (const char* name :
       {"ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "OMP_NUM_THREADS", "PYTHONHASHSEED"}) {
    if (const char* value = std::getenv(name)) header.environment[name] = value;
  }
  if (test.contains("case_file")) header.case_file = test["case_file"].cast<std::string>();
  if (test.contains("case_sha256")) header.case_sha256 = test["case_sha256"].cast<std::string>();
  return header;
}

}  // namespace

Walked walk_captured(const py::list& captured, const py::object& program, const py::dict& test,
                     const std::string& method, const std::string& device, const Finish& finish) {
  Walked walked;
  walked.file = {header_of(test, method, device), graphs_of(captured, program, walked.constants)};
  if (!finish.lowered_from.empty()) {
    walked.file.header.lowered_from = finish.lowered_from;
    walked.file = without_dead_views(std::move(walked.file));
  }
  return walked;
}

GraphSize write_walked(const Walked& walked, const std::filesystem::path& path) {
  validate(walked.file, path.string());
  std::filesystem::create_directories(path.parent_path());
  for (const auto& [digest, bytes] : walked.constants)
    write_file(path.parent_path() / (digest + ".bin"), bytes);
  write_file(path, write_graph_file(walked.file));
  return size_of(walked.file);
}

}  // namespace assay
