// Recorder: tensor identity across operator calls.
#include "capture/walker/recorder.h"

#include <torch/csrc/autograd/python_variable.h>

#include "capture/walker/plain_memory.h"
#include "harness/error/error.h"

namespace assay {

namespace py = pybind11;

Recorder::Recorder() : builder_("joint", {}, [this](py::handle tensor) { return reference(tensor); }) {}

void Recorder::know_tensor(const at::Tensor& tensor, const Ref& ref) {
  values_.push_back(ref);
  identity_.know(tensor, static_cast<TensorIdentity::ValueNumber>(values_.size() - 1), viewed_);
}

void Recorder::know(py::handle value, const Ref& ref) {
  if (TensorReader::is_tensor(value)) {
    know_tensor(THPVariable_Unpack(value.ptr()), ref);
  } else if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    Ref part = ref;
    part.path.push_back(0);
    for (const py::handle item : value) {
      know(item, part);
      ++part.path.back();
    }
  }
}

Value Recorder::reference(py::handle tensor) {
  const at::Tensor& value = THPVariable_Unpack(tensor.ptr());
  if (!value.defined()) return Null{};
  const auto settled = writes_ ? identity_.find_object(value) : std::nullopt;
  if (const auto known = settled ? settled : identity_.find(value)) {
    viewed_.push_back(*known);
    return values_[*known];
  }
  if (!calling_.empty()) require_plain_memory(value, "argument of", calling_);
  const Ref made{builder_.add_constant(Name("constant" + std::to_string(constants_.size())), tensor), {0}};
  constants_.emplace_back(value.unsafeGetTensorImpl(), made.node);
  know_tensor(value, made);
  viewed_.push_back(static_cast<TensorIdentity::ValueNumber>(values_.size() - 1));
  return made;
}

void Recorder::input(const std::string& role, const std::string& name, const std::vector<std::string>& also,
                     py::handle value) {
  std::vector<Name> others(also.begin(), also.end());
  const NodeId id = builder_.add_input(role_of(py::str(role)), Name(name), std::move(others), value);
  viewed_.clear();
  know(value, Ref{id, {0}});
}

void Recorder::before_write(py::handle tensors) {
  for (const py::handle tensor : tensors) {
    reference(tensor);
    identity_.settle(THPVariable_Unpack(tensor.ptr()));
  }
}

void Recorder::call(py::handle op, py::handle args, py::handle kwargs, py::handle out) {
  const OperatorSchema* schema = OperatorSchema::of(op);
  if (schema == nullptr)
    throw HarnessError({.what = "a dispatch mode saw a call that is no operator overload",
                        .found = py::str(op).cast<std::string>()});
  viewed_.clear();
  writes_ = schema->writes();
  calling_ = to_string(schema->name());
  const NodeId id = builder_.add_operator(*schema, args, kwargs, out);
  calling_.clear();
  writes_ = false;
  if (!builder_.graph().nodes[id].effects.mutates.empty()) viewed_.clear();
  if (py::isinstance<py::list>(out) || py::isinstance<py::tuple>(out)) {
    know(out, Ref{id, {}});
  } else {
    know(out, Ref{id, {0}});
  }
}

void Recorder::result(const std::string& role, const std::string& name, py::handle value) {
  builder_.add_result(result_role_of(py::str(role)), Name(name), value);
}

void Recorder::name_constant(const std::string& name, py::handle tensor) {
  const void* object = THPVariable_Unpack(tensor.ptr()).unsafeGetTensorImpl();
  for (const auto& [constant, node] : constants_) {
    if (constant == object) builder_.rename_constant(node, Name(name));
  }
}

Graph Recorder::finish(const std::string& name) { return builder_.finish(name); }

}  // namespace assay
