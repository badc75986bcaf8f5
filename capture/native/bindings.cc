// NativeRecorder for Python: a context manager around the recorded run.
#include "capture/native/bindings.h"

#include <pybind11/stl.h>

#include "capture/native/interception.h"
#include "capture/native/native_recorder.h"
#include "harness/graph/text.h"

namespace assay::native {

namespace py = pybind11;

namespace {

std::unique_ptr<NativeRecorder> make(bool above_autograd, bool fake,
                                     std::unordered_set<std::string> unrecorded) {
  return std::make_unique<NativeRecorder>(above_autograd ? Level::kAboveAutograd : Level::kBelowAutograd,
                                          fake ? World::kFake : World::kReal, std::move(unrecorded));
}

}  // namespace

// An Aside as a Python context manager, for one use.
struct Unrecorded {
  std::unique_ptr<Aside> aside;
};

void bind_recorder(py::module_& module) {
  py::class_<Unrecorded>(module, "Unrecorded", "While entered, what this thread runs is not recorded.")
      .def(py::init<>())
      .def("__enter__", [](Unrecorded& given) { given.aside = std::make_unique<Aside>(); })
      .def("__exit__", [](Unrecorded& given, const py::args&) { given.aside.reset(); })
      .def_static("is_entered", &Aside::is_open, "Whether this thread has one entered.");
  module.def(
      "reached_mode",
      [](const std::string& name, const std::string& overload) {
        reached_mode({name, overload});
      },
      py::arg("name"), py::arg("overload"),
      "A fake mode was given this operator itself, of which a call may be recorded (interception.h).");
  py::class_<NativeRecorder>(module, "NativeRecorder",
                             "A graph out of what the dispatcher ran while entered.")
      .def(py::init(&make), py::kw_only(), py::arg("above_autograd") = false, py::arg("fake") = false,
           py::arg("unrecorded") = std::unordered_set<std::string>{})
      .def("input", &NativeRecorder::input, py::arg("role"), py::arg("name"), py::arg("also"),
           py::arg("value"))
      .def("__enter__",
           [](NativeRecorder& recorder) {
             recorder.begin();
             return &recorder;
           })
      .def("__exit__", [](NativeRecorder& recorder, const py::args&) { recorder.end(); })
      .def("result", &NativeRecorder::result, py::arg("role"), py::arg("name"), py::arg("value"))
      .def("name_constant", &NativeRecorder::name_constant, py::arg("name"), py::arg("tensor"))
      .def(
          "text",
          [](NativeRecorder& recorder) {
            return print_text({{}, {recorder.finish("joint")}});
          },
          "The graph in text form; the recorder is empty afterwards.")
      .def_static("prepare", &prepare, "Registers the fallbacks, so that the first recording need not.")
      .def_property_readonly("calls", &NativeRecorder::calls, "How many operator calls were recorded.");
}

}  // namespace assay::native
