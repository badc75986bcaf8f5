// Names between Python and C++: field by field.
#include "capture/walker/python_name.h"

#include "capture/imported.h"
#include "capture/walker/graph_builder.h"

namespace assay {

namespace py = pybind11;

ValueName value_name_of(py::handle name) {
  if (py::isinstance<py::str>(name)) return {.path = name.cast<std::string>()};
  const py::object size = name.attr("size");
  return {.path = name.attr("path").cast<std::string>(),
          .result = result_role_of(name.attr("result")),
          .graph = name.attr("graph").cast<std::string>(),
          .outside = name.attr("outside").cast<bool>(),
          .base = name.attr("base").cast<bool>(),
          .size = size.is_none() ? std::nullopt : std::optional(size.cast<std::int64_t>())};
}

py::object to_python(const ValueName& name) {
  static const py::handle record = imported("assay_python.captured.captured", "Name");
  const py::object size = name.size ? py::object(py::int_(*name.size)) : py::object(py::none());
  return record(name.path, std::string(to_string(name.result)), name.graph, name.outside, name.base, size);
}

}  // namespace assay
