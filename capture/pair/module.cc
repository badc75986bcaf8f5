// The Python module `assay_capture`.
#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/cost/gpu_meter.h"
#include "capture/cost/stopwatch.h"
#include "capture/execute/allow_list.h"
#include "capture/execute/bindings.h"
#include "capture/judge/bindings.h"
#include "capture/native/bindings.h"
#include "capture/observe/bindings.h"
#include "capture/pair/capture_pair.h"
#include "capture/pair/graph_output.h"
#include "capture/pair/lowering.h"
#include "capture/walker/plain_memory.h"
#include "capture/walker/python_name.h"
#include "capture/walker/recorder.h"
#include "capture/walker/undeclared_writes.h"
#include "harness/error/error.h"
#include "harness/graph/text.h"
#include "harness/zoo/method.h"

namespace py = pybind11;

namespace {

void write_graph_file(const py::list& captured, const py::object& program, const py::dict& test,
                      const std::string& method, const std::string& device, const std::string& path) {
  assay::write_walked(assay::walk_captured(captured, program, test, method, device), path);
}

void lower_graph_file(const std::string& source, const py::object& program, const py::dict& test,
                      const std::string& path) {
  assay::write_lowered(source, program, test, path);
}

std::string unsupported_reason(const std::string& name, bool phantom, const std::string& torch) {
  const std::optional<assay::MethodId> id = assay::method_from_string(name);
  const std::optional<assay::Version> version = assay::version_from_string(torch);
  return id && version ? assay::unsupported_reason(*id, phantom, *version) : "";
}

py::dict undeclared_writes() {
  py::dict all;
  for (const assay::UndeclaredWrites& each : assay::undeclared_writes())
    all[py::str(each.op)] = py::make_tuple(each.flag, each.written);
  return all;
}

assay::PairRun& run_in(const py::capsule& run) {
  void* address = PyCapsule_GetPointer(run.ptr(), assay::PairRun::kCapsule);
  if (address == nullptr) throw py::error_already_set();
  return *static_cast<assay::PairRun*>(address);
}

void capture_for_zygote(const py::capsule& run) { assay::capture_pair(run_in(run)); }

py::object load_for_zygote(const py::capsule& run) { return assay::load_case(run_in(run)); }

class PhaseContext {
 public:
  explicit PhaseContext(const std::string& name) {
    const std::optional<assay::Phase> phase = assay::kPhaseNames.find(name);
    if (!phase) throw py::value_error("no phase of a capture: " + name);
    phase_ = *phase;
  }
  void enter() { within_.emplace(phase_); }
  void leave(const py::args&) { within_.reset(); }

 private:
  assay::Phase phase_{};
  std::optional<assay::Phases::Within> within_;
};

void bind_stopwatch(py::module_& module) {
  py::class_<assay::Spent>(module, "Spent", "What running something took; see harness/zoo/overhead_sample.h.")
      .def_readonly("wall_seconds", &assay::Spent::wall_seconds)
      .def_readonly("cpu_seconds", &assay::Spent::cpu_seconds)
      .def_readonly("instructions", &assay::Spent::instructions)
      .def_readonly("gpu_seconds", &assay::Spent::gpu_seconds);
  py::class_<assay::Stopwatch>(module, "Stopwatch", "Runs from its making on.")
      .def(py::init<>())
      .def("spent", &assay::Stopwatch::spent);
  py::class_<assay::GpuMeter>(module, "GpuMeter",
                              "What a real GPU does meanwhile; see capture/cost/gpu_meter.h.")
      .def(py::init([](bool on_gpu, const std::string& name) {
             return std::make_unique<assay::GpuMeter>(
                 on_gpu ? assay::Processor::kGpu : assay::Processor::kCpu, name);
           }),
           py::arg("on_gpu"), py::arg("name"))
      .def("spent", &assay::GpuMeter::spent, py::arg("watch"))
      .def("added", &assay::GpuMeter::added);
  py::class_<PhaseContext>(module, "phase", "`with phase(\"partition\"):` times a part of a capture.")
      .def(py::init<const std::string&>(), py::arg("name"))
      .def("__enter__", &PhaseContext::enter)
      .def("__exit__", &PhaseContext::leave);
}

py::tuple method_names() {
  py::list names;
  for (const assay::Method& method : assay::all_methods()) names.append(std::string(method.name));
  return py::tuple(names);
}

}  // namespace

PYBIND11_MODULE(assay_capture, module) {
  module.doc() = "Assay's walker, recorder and writer: PyTorch's graphs as graph files.";
  module.attr("METHODS") = method_names();
  module.def("capture_pair", &capture_for_zygote, py::arg("run"),
             "The zygote's call for one pair; see capture/pair/pair_run.h.");
  module.def("load_case", &load_for_zygote, py::arg("run"),
             "The zygote's call for a case whose pairs share its program; see capture/pair/capture_pair.h.");
  module.def("write_graph_file", &write_graph_file, py::arg("captured"), py::arg("program"), py::arg("case"),
             py::arg("method"), py::arg("device"), py::arg("path"),
             "Walks what a capture path gave and writes its graph file.");
  module.def("lower_graph_file", &lower_graph_file, py::arg("source"), py::arg("program"), py::arg("case"),
             py::arg("path"), "Lowers a graph file; see capture/pair/lowering.h.");
  module.def("make_allow_list", &assay::replay::make_allow_list,
             "Makes what graph files' names are looked up in; see capture/execute/allow_list.h.");
  module.def("phantom_device", &assay::phantom_device, "'sm_90' when the device is the phantom, else ''.");
  module.def(
      "unsupported_reason", &unsupported_reason, py::arg("method"), py::arg("phantom"), py::arg("torch"),
      "Why a method cannot capture on the phantom or off it with a version of PyTorch; '' where it can.");
  module.def(
      "require_values",
      [](py::handle value, const std::string& role, const std::string& name) {
        assay::require_values(value, role, name);
      },
      py::arg("value"), py::arg("role"), py::arg("name"),
      "Raises Unsupported for a tensor whose elements cannot be read; see capture/walker/plain_memory.h.");
  module.def(
      "name_text", [](py::handle name) { return assay::to_string(assay::value_name_of(name)); },
      py::arg("name"), "The text of a Name, as graph files have it.");
  module.attr("UNDECLARED_WRITES") =
      undeclared_writes();  // operator -> (flag, arguments written if it is true)
  bind_stopwatch(module);
  assay::replay::bind_executable(module);
  assay::replay::bind_op_trace(module);
  assay::replay::bind_judge(module);
  assay::native::bind_recorder(module);
  py::class_<assay::Recorder>(module, "Recorder", "A graph out of operator calls, in execution order.")
      .def(py::init<>())
      .def("input", &assay::Recorder::input, py::arg("role"), py::arg("name"), py::arg("also"),
           py::arg("value"))
      .def(
          "before_write", &assay::Recorder::before_write, py::arg("tensors"),
          "To be told before an operator that writes: those of its tensors that nobody made are constants of "
          "the values that they have now.")
      .def("call", &assay::Recorder::call, py::arg("func"), py::arg("args"), py::arg("kwargs"),
           py::arg("out"))
      .def("result", &assay::Recorder::result, py::arg("role"), py::arg("name"), py::arg("value"))
      .def("name_constant", &assay::Recorder::name_constant, py::arg("name"), py::arg("tensor"))
      .def(
          "text",
          [](assay::Recorder& recorder) {
            return assay::print_text({{}, {recorder.finish("joint")}});
          },
          "The graph in text form; the recorder is empty afterwards.");
}
