// Values between Python and the dispatcher.
#pragma once

#include <ATen/core/ivalue.h>
#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

/// Converts tensors, numbers, None, strings and generators. Wraps other values, and integers beyond 64 bits,
/// as Python objects.
c10::IValue from_python(pybind11::handle value);

/// Lists and tuples of an operator become Python's. A wrapped Python object is unwrapped.
pybind11::object to_python(const c10::IValue& value);

/// A reference to `watcher`, which must outlive all uses in Python. None for nullptr.
template <typename Watcher>
pybind11::object python_reference(Watcher* watcher) {
  if (watcher == nullptr) return pybind11::none();
  return pybind11::cast(watcher, pybind11::return_value_policy::reference);
}

}  // namespace assay::replay
