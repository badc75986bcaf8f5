// Witness for Python: two calls per operator.
#include "capture/observe/bindings.h"

#include "capture/observe/witness.h"

namespace assay::replay {

namespace py = pybind11;

void bind_witness(py::module_& module) {
  py::class_<Witness>(module, "Witness", "Sees each operator of a run before and after it ran.")
      .def(py::init<>())
      .def("before", &Witness::before, py::arg("op"), py::arg("args"), py::arg("kwargs"))
      .def("after", &Witness::after, py::arg("op"), py::arg("out"));
}

}  // namespace assay::replay
