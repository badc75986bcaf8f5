// OpTrace for Python: two calls per operator.
#include "capture/observe/bindings.h"

#include "capture/observe/op_trace.h"

namespace assay::replay {

namespace py = pybind11;

void bind_op_trace(py::module_& module) {
  py::class_<OpTrace>(module, "OpTrace", "Sees each operator of a run before and after it ran.")
      .def(py::init<>())
      .def("before", &OpTrace::before, py::arg("op"), py::arg("args"), py::arg("kwargs"))
      .def("after", &OpTrace::after, py::arg("op"), py::arg("out"));
}

}  // namespace assay::replay
