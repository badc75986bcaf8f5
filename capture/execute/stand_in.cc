// StandIn: a node without outputs is sufficient for the table.
#include "capture/execute/stand_in.h"

#include <torch/csrc/jit/python/pybind_utils.h>

#include "capture/execute/arguments.h"
#include "capture/execute/phantom_table.h"
#include "capture/execute/py_values.h"
#include "capture/torch_private.h"

namespace assay::replay {

namespace py = pybind11;

StandIn::StandIn() : table_(phantom_table()) {}

py::object StandIn::operator()(const py::object& overload, const py::args& args, const py::kwargs& keywords) {
  const auto name = py::str(overload).cast<std::string>();  // "aten.relu.default"
  auto known = kernels_.find(name);
  if (known == kernels_.end()) {
    Node node;
    node.target = {TargetKind::kOperator, Name(name)};
    known = kernels_.emplace(name, table_.kernel_for(node)).first;
  }
  if (!known->second) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
  const py::object schema = overload.attr(torch_private::kSchema);
  const auto op = c10::Dispatcher::singleton().findSchemaOrThrow(
      schema.attr("name").cast<std::string>().c_str(),
      schema.attr("overload_name").cast<std::string>().c_str());
  const torch::jit::Stack stack = torch::jit::createStackForSchema(op.schema(), args, keywords, std::nullopt);
  const std::vector<c10::IValue> values = known->second(stack);
  py::list outputs;
  for (const c10::IValue& value : values) outputs.append(to_python(value));
  return outputs.size() == 1 ? py::object(outputs[0]) : py::object(py::tuple(outputs));
}

}  // namespace assay::replay
