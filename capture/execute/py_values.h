// Values between Python and the dispatcher.
#pragma once

#include <ATen/core/ivalue.h>
#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

/// Tensors, numbers, None, strings and generators as such; whatever else is carried as a Python object.
c10::IValue from_python(pybind11::handle value);

/// Lists and tuples of an operator become Python's; a carried Python object is itself.
pybind11::object to_python(const c10::IValue& value);

/// `watcher`, which outlives what Python does with it; None for nullptr.
template <typename Watcher>
pybind11::object python_reference(Watcher* watcher) {
  if (watcher == nullptr) return pybind11::none();
  return pybind11::cast(watcher, pybind11::return_value_policy::reference);
}

}  // namespace assay::replay
