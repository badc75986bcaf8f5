// PlainMemory: storages of wrapper subclasses have a null pointer.
#include "capture/walker/plain_memory.h"

#include <torch/csrc/autograd/python_variable.h>

#include "capture/walker/unsupported.h"

namespace assay {

namespace {

std::string class_of(const at::Tensor& tensor) {
  const pybind11::gil_scoped_acquire interpreter;
  const auto object = pybind11::reinterpret_steal<pybind11::object>(THPVariable_Wrap(tensor));
  return pybind11::type::of(object).attr("__name__").cast<std::string>();
}

// Such as a parameter that a sharded program has freed until its next use.
bool is_freed(const at::Tensor& tensor) {
  const bool is_plain = tensor.defined() && !tensor.key_set().has(c10::DispatchKey::Python) &&
                        tensor.layout() == at::kStrided && !tensor.is_nested();
  return is_plain && tensor.is_cpu() && tensor.has_storage() && tensor.numel() > 0 &&
         tensor.storage().nbytes() == 0;
}

[[noreturn]] void refuse(const std::string& what, std::string_view role, const std::string& name) {
  raise_unsupported(what + " as " + std::string(role == "user" ? "input" : role) + " '" + name +
                    "': not supported yet");
}

}  // namespace

bool has_plain_memory(const at::Tensor& tensor) {
  if (!tensor.defined() || !tensor.key_set().has(c10::DispatchKey::Python)) return true;
  const c10::TensorImpl* impl = tensor.unsafeGetTensorImpl();
  if (!impl->has_storage()) return tensor.layout() != at::kStrided;
  c10::StorageImpl* storage = impl->unsafe_storage().unsafeGetStorageImpl();
  if (storage->device_type() == at::kMeta) return true;
  const c10::SymInt bytes = storage->sym_nbytes();
  const bool is_empty = !bytes.is_heap_allocated() && bytes == 0;
  return is_empty || storage->_mutable_data_ptr_no_checks().get() != nullptr;
}

void require_plain_memory(const at::Tensor& tensor, std::string_view role, const std::string& name) {
  if (!has_plain_memory(tensor)) refuse("a tensor subclass " + class_of(tensor), role, name);
}

void require_plain_memory(pybind11::handle value, std::string_view role, const std::string& name) {
  if (THPVariable_Check(value.ptr())) require_plain_memory(THPVariable_Unpack(value.ptr()), role, name);
}

void require_values(const at::Tensor& tensor, std::string_view role, const std::string& name) {
  require_plain_memory(tensor, role, name);
  if (is_freed(tensor)) refuse("a tensor without memory", role, name);
}

void require_values(pybind11::handle value, std::string_view role, const std::string& name) {
  if (THPVariable_Check(value.ptr())) require_values(THPVariable_Unpack(value.ptr()), role, name);
}

}  // namespace assay
