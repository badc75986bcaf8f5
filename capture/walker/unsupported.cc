// Unsupported: Python's own exception class.
#include "capture/walker/unsupported.h"

#include "capture/imported.h"

namespace assay {

namespace py = pybind11;

namespace {

py::handle unsupported_type() {
  static const py::handle type = imported("assay_python.captured.captured", "Unsupported");
  return type;
}

}  // namespace

void raise_unsupported(const std::string& reason) {
  const py::gil_scoped_acquire interpreter;
  PyErr_SetString(unsupported_type().ptr(), reason.c_str());
  throw py::error_already_set();
}

bool is_unsupported(const py::error_already_set& error) { return error.matches(unsupported_type()); }

}  // namespace assay
