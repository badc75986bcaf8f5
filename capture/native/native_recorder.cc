// NativeRecorder: from the log of calls to graph nodes.
#include "capture/native/native_recorder.h"

#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/jit/python/pybind_utils.h>

#include "capture/torch_private.h"
#include "harness/error/error.h"

namespace assay::native {

namespace py = pybind11;

namespace {

const c10::Type& without_optional(const c10::Type& type) {
  return type.kind() == c10::TypeKind::OptionalType
             ? without_optional(*type.castRaw<c10::OptionalType>()->getElementType())
             : type;
}

// Enumerators are plain numbers in a boxed call. Only the schema's real type shows the enumeration.
std::optional<Value> enumerator(const c10::IValue& slot, const c10::Type& type) {
  if (!slot.isInt()) return {};
  switch (without_optional(type).kind()) {
    case c10::TypeKind::ScalarTypeType:
      return dtype_of(static_cast<at::ScalarType>(slot.toInt()));
    case c10::TypeKind::LayoutType:
      return layout_of(static_cast<at::Layout>(slot.toInt()));
    case c10::TypeKind::MemoryFormatType:
      return memory_format_of(static_cast<at::MemoryFormat>(slot.toInt()));
    default:
      return {};
  }
}

// A boxed call has every argument. Arguments that PyTorch omits when it calls Python count as defaulted:
// keywords at their defaults, and trailing positional arguments at theirs.
std::vector<bool> defaulted(const c10::FunctionSchema& schema, const c10::IValue* slots) {
  const std::vector<c10::Argument>& arguments = schema.arguments();
  std::vector<bool> found(arguments.size());
  bool last = true;
  for (std::size_t i = arguments.size(); i-- > 0;) {
    const auto& standard = arguments[i].default_value();
    const bool at_default = standard.has_value() && *standard == slots[i];
    if (arguments[i].kwarg_only()) {
      found[i] = at_default;
    } else {
      last = last && at_default;
      found[i] = last;
    }
  }
  return found;
}

// Higher-order operators have their own dispatcher in Python, which finds no kernel for our keys.
void let_through_higher_order_operators() {
  static std::size_t known = 0;
  const auto all = py::reinterpret_borrow<py::dict>(torch_private::found(torch_private::kHigherOrderOps));
  if (all.size() == known) return;
  known = all.size();
  const py::object keys =
      torch_private::found(torch_private::kDispatchKeySet).attr("from_raw_repr")(raw_keys());
  for (const auto& [name, op] : all)
    op.attr("non_fallthrough_keys") = op.attr("non_fallthrough_keys").attr("__sub__")(keys);
}

}  // namespace

NativeRecorder::NativeRecorder(Level level, World world, std::unordered_set<std::string> unrecorded)
    : log_(std::move(unrecorded)),
      level_(level),
      world_(world),
      builder_("joint", {}, [this](py::handle tensor) {
        return reference(log_.number_of(THPVariable_Unpack(tensor.ptr())));
      }) {}

void NativeRecorder::input(const std::string& role, const std::string& name,
                           const std::vector<std::string>& also, py::handle value) {
  std::vector<Name> others(also.begin(), also.end());
  const NodeId id = builder_.add_input(role_of(py::str(role)), Name(name), std::move(others), value);
  if (TensorReader::is_tensor(value)) log_.add_input(THPVariable_Unpack(value.ptr()), id);
}

void NativeRecorder::begin() {
  let_through_higher_order_operators();
  py::module_::import("assay_python.native.aside").attr("tell")();
  interception_.emplace(log_, level_, world_);
}

void NativeRecorder::end() {
  interception_.reset();
  log_.settle_unwritten();
}

void NativeRecorder::result(const std::string& role, const std::string& name, py::handle value) {
  write_calls();
  builder_.add_result(result_role_of(py::str(role)), Name(name), value);
}

void NativeRecorder::name_constant(const std::string& name, py::handle tensor) {
  write_calls();
  const auto entry = log_.constant_of(THPVariable_Unpack(tensor.ptr()));
  if (!entry) return;
  const NodeId node = log_.entries()[*entry].node;
  if (node != CallLog::kNoNode) builder_.rename_constant(node, Name(name));
}

Graph NativeRecorder::finish(const std::string& name) {
  write_calls();
  return builder_.finish(name);
}

// Writes the calls logged since the last time. Constants come at their first use.
void NativeRecorder::write_calls() {
  for (; written_ < log_.entries().size(); ++written_) {
    if (CallLog::Entry& entry = log_.entries()[written_]; entry.op != nullptr) write_call(entry);
  }
}

void NativeRecorder::write_constant(CallLog::Entry& entry) {
  CallLog::Constant& constant = log_.constant(entry);
  entry.node = builder_.add_constant(Name("constant" + std::to_string(constants_++)),
                                     Output{meta_of(log_.values()[entry.value])}, std::move(constant.value),
                                     constant.place);
}

void NativeRecorder::write_call(CallLog::Entry& entry) {
  const Operator& op = *entry.op;
  const c10::IValue* slots = log_.slots(entry);
  const std::vector<bool> left_out = defaulted(op.handle.schema(), slots);
  std::vector<std::optional<Value>> given(op.arguments.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!left_out[i]) given[i] = argument(op, i, slots[i]);
  }
  const OperatorSchema& schema = OperatorSchema::of(op.handle);
  std::vector<Argument> bound = schema.bind(std::move(given));
  entry.node = builder_.add_operator(schema, std::move(bound), outputs(op, slots + op.arguments.size()));
  if (entry.outside) outside_.insert(entry.node);
}

Value NativeRecorder::argument(const Operator& op, std::size_t index, const c10::IValue& slot) {
  if (slot.isNone()) return Null{};
  switch (op.arguments[index]) {
    case Operator::Kind::kTensor:
      if (slot.isInt()) return reference(slot.toInt());
      if (slot.isIntList()) return slot.toIntVector().at(0);
      break;  // a number
    case Operator::Kind::kTensors: {
      List list;
      for (const std::int64_t number : slot.toIntList()) list.items.push_back(reference(number));
      return list;
    }
    case Operator::Kind::kPlain:
      break;
  }
  const c10::TypePtr type = op.handle.schema().arguments()[index].real_type();
  if (std::optional<Value> value = enumerator(slot, *type)) return *std::move(value);
  return builder_.values().read(torch::jit::toPyObject(slot));
}

std::vector<Output> NativeRecorder::outputs(const Operator& op, const c10::IValue* slots) {
  if (op.returns.empty()) return {Output{Null{}}};  // Python gets None for it
  std::vector<Output> all;
  for (std::size_t i = 0; i < op.returns.size(); ++i) all.push_back(output(slots[i], op.returns[i]));
  if (all.size() > 1) return all;
  auto* list = std::get_if<std::vector<Output>>(&all.front().data);
  return list == nullptr ? all : std::move(*list);
}

Output NativeRecorder::output(const c10::IValue& slot, Operator::Kind kind) {
  if (slot.isNone()) return {Null{}};
  const auto of = [this](std::int64_t number) {
    return number < 0 ? Output{Null{}} : Output{meta_of(log_.values()[static_cast<std::size_t>(number)])};
  };
  if (kind == Operator::Kind::kTensor && slot.isInt()) return of(slot.toInt());
  if (kind == Operator::Kind::kPlain) return builder_.tensors().output(torch::jit::toPyObject(slot));
  std::vector<Output> items;
  for (const std::int64_t number : slot.toIntList()) items.push_back(of(number));
  return {items};
}

Value NativeRecorder::reference(std::int64_t number) {
  if (number < 0) return Null{};
  const CallLog::TensorValue& value = log_.values().at(static_cast<std::size_t>(number));
  CallLog::Entry& maker = log_.entries().at(value.entry);
  if (maker.constant && maker.node == CallLog::kNoNode) write_constant(maker);
  Ref ref{maker.node, {value.output}};
  if (value.inner >= 0) ref.path.push_back(static_cast<std::uint32_t>(value.inner));
  return ref;
}

TensorMeta NativeRecorder::meta_of(const CallLog::TensorValue& value) {
  TensorMeta meta;
  meta.dtype = dtype_of(value.type);
  meta.layout = value.layout == at::kStrided ? Layout::kStrided : layout_of(value.layout);
  meta.device = device_place_of(value.device);
  std::vector<Dim> all;
  if (value.symbolic >= 0) {
    for (const c10::SymInt& size : log_.symbolic(value)) all.push_back(builder_.tensors().dim(size));
  } else {
    const bool strided = value.layout == at::kStrided;
    for (std::size_t i = 0; i < (strided ? 2U : 1U) * value.dims; ++i)
      all.push_back(Dim{log_.numbers(value)[i], Name()});
  }
  meta.shape.assign(all.begin(), all.begin() + value.dims);
  if (meta.layout == Layout::kStrided) meta.stride.emplace(all.begin() + value.dims, all.end());
  return meta;
}

}  // namespace assay::native
