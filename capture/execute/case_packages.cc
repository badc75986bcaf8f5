// Case packages: from the classes of the model's modules.
#include "capture/execute/case_packages.h"

#include "capture/torch_private.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

// Whether a module has torch.ops.mylib.scale, or an overload of it, among its globals.
bool holds_operator(py::handle module, const std::string& operator_name) {
  static const py::handle packet_type = torch_private::found(torch_private::kOpOverloadPacket);
  static const py::handle overload_type = torch_private::found(torch_private::kOpOverload);
  for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
    py::object held = py::reinterpret_borrow<py::object>(value);
    if (py::isinstance(held, overload_type)) held = held.attr("overloadpacket");
    if (py::isinstance(held, packet_type) &&
        held.attr(torch_private::kQualifiedOpName).cast<std::string>() == operator_name)
      return true;
  }
  return false;
}

}  // namespace

std::string top_package(const std::string& module) { return module.substr(0, module.find('.')); }

std::unordered_set<std::string> packages_of(const py::object& model) {
  std::unordered_set<std::string> packages;
  if (model.is_none()) return packages;
  for (const py::handle module : model.attr("modules")())
    packages.insert(top_package(py::type::of(module).attr("__module__").cast<std::string>()));
  packages.erase("torch");
  return packages;
}

bool is_custom_operator_of(const std::string& operator_name, const py::object& model) {
  const std::unordered_set<std::string> packages = packages_of(model);
  if (packages.empty()) return false;
  const py::dict known(
      py::reinterpret_borrow<py::object>(torch_private::found(torch_private::kCustomOperators)));
  const py::str key(operator_name);
  if (known.contains(key) &&
      packages.contains(
          top_package(known[key].attr(torch_private::kInitFunction).attr("__module__").cast<std::string>())))
    return true;
  for (const auto& [name, module] : py::dict(py::module_::import("sys").attr("modules"))) {
    if (py::isinstance<py::module_>(module) && packages.contains(top_package(py::str(name))) &&
        holds_operator(module, operator_name))
      return true;
  }
  return false;
}

}  // namespace assay::replay
