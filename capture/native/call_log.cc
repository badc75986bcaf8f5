// CallLog: tensors become numbers. Everything else is kept as the dispatcher boxed it.
#include "capture/native/call_log.h"

#include <algorithm>
#include <functional>

#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/walker/graph_builder.h"
#include "capture/walker/plain_memory.h"

namespace assay::native {

namespace {

Operator::Kind kind_of(const c10::TypePtr& type) {
  const c10::Type* bare = type.get();
  while (bare->kind() == c10::TypeKind::OptionalType)
    bare = bare->castRaw<c10::OptionalType>()->getElementType().get();
  if (bare->kind() == c10::TypeKind::TensorType) return Operator::Kind::kTensor;
  if (bare->kind() != c10::TypeKind::ListType) return Operator::Kind::kPlain;
  return kind_of(bare->castRaw<c10::ListType>()->getElementType()) == Operator::Kind::kTensor
             ? Operator::Kind::kTensors
             : Operator::Kind::kPlain;
}

// A view that autograd does not differentiate. The program gets a copy of the kernel's result. The same
// happens to the parts of a sparse tensor. Those belong to that tensor, which other threads may be copying.
const c10::OperatorName kGivesCopy("aten::view", "dtype");

bool is_fake(const at::Tensor& tensor) { return tensor.key_set().has(c10::DispatchKey::Python); }

// A fake tensor claims a device that its C++ half lacks. A query of that half would dispatch into Python.
c10::Device claimed_device(const at::Tensor& tensor) {
  if (!is_fake(tensor)) return tensor.device();
  const pybind11::object wrapped = pybind11::reinterpret_steal<pybind11::object>(THPVariable_Wrap(tensor));
  if (!pybind11::hasattr(wrapped, "fake_device")) return tensor.device();
  return pybind11::cast<at::Device>(pybind11::object(wrapped.attr("fake_device")));
}

// The Python number behind a tensor argument. An integer becomes a list with that element, because a plain
// integer stands for a value.
std::optional<c10::IValue> wrapped_number(const at::Tensor& tensor) {
  if (!tensor.defined() || !tensor.unsafeGetTensorImpl()->is_wrapped_number()) return {};
  const auto at = [&tensor](auto zero) {
    return *static_cast<const decltype(zero)*>(tensor.const_data_ptr());
  };
  switch (tensor.scalar_type()) {
    case at::kBool:
      return c10::IValue(at(false));
    case at::kLong:
      return c10::IValue(c10::List<std::int64_t>({at(std::int64_t{0})}));
    case at::kDouble:
      return c10::IValue(at(0.0));
    case at::kComplexDouble:
      return c10::IValue(at(c10::complex<double>()));
    default:
      return {};
  }
}

c10::IValue replace_tensors(const c10::IValue& given, Operator::Kind kind,
                            const std::function<std::int64_t(const at::Tensor&, std::size_t)>& number_of) {
  if (kind == Operator::Kind::kPlain || given.isNone()) return given;
  if (kind == Operator::Kind::kTensor) {
    const at::Tensor& tensor = given.toTensor();
    if (std::optional<c10::IValue> number = wrapped_number(tensor)) return *std::move(number);
    return number_of(tensor, 0);
  }
  c10::List<std::int64_t> numbers;
  std::size_t index = 0;
  for (const c10::IValue& item : given.toListRef())
    numbers.push_back(item.isNone() ? -1 : number_of(item.toTensor(), index++));
  return numbers;
}

// "aten.add.Tensor"
std::string python_name_of(const c10::OperatorHandle& op) {
  const c10::OperatorName& name = op.operator_name();
  std::string text = name.name;
  text.replace(text.find("::"), 2, ".");
  return text + "." + (name.overload_name.empty() ? "default" : name.overload_name);
}

// While it lives, the operators that Assay runs to read a value are not recorded.
class Reading {
  const c10::impl::ExcludeDispatchKeyGuard guard_{
      c10::DispatchKeySet{c10::DispatchKey::Fake, c10::DispatchKey::DeferredInit}};
};

}  // namespace

Operator::Operator(const c10::OperatorHandle& op) : handle(op) {
  for (const c10::Argument& argument : op.schema().arguments()) arguments.push_back(kind_of(argument.type()));
  for (const c10::Argument& result : op.schema().returns()) returns.push_back(kind_of(result.type()));
  may_be_composite = op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd) &&
                     !op.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd) &&
                     !op.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutogradNonFunctional);
  writes = op.schema().is_mutable();
  gives_unwritten = !writes && UnwrittenMemory::is_made_by(op.operator_name().name);
  for (const c10::Argument& argument : op.schema().arguments())
    views.push_back(argument.alias_info() != nullptr && !argument.alias_info()->isWrite());
  gives_copy = op.operator_name() == kGivesCopy;
  ends_in_autograd = op.operator_name() == c10::OperatorName("aten::detach_", "");
}

CallLog::CallLog(std::unordered_set<std::string> unrecorded) : unrecorded_(std::move(unrecorded)) {}

// Keyed by the schema's address, which is unique while the operator is registered.
const Operator& CallLog::operator_of(const c10::OperatorHandle& op) {
  std::unique_ptr<Operator>& known = operators_[&op.schema()];
  if (!known) {
    known = std::make_unique<Operator>(op);
    known->is_unrecorded = unrecorded_.count(op.operator_name().name) > 0;
  }
  return *known;
}

void CallLog::add_input(const at::Tensor& tensor, NodeId node) {
  entries_.push_back({.node = node});
  viewed_.clear();
  made(tensor, static_cast<std::uint32_t>(entries_.size() - 1), 0, -1);
}

std::int64_t CallLog::made(const at::Tensor& tensor, std::uint32_t entry, std::size_t output,
                           std::int32_t inner) {
  if (!tensor.defined()) return -1;
  const auto number = static_cast<TensorIdentity::ValueNumber>(values_.size());
  TensorValue& value = values_.emplace_back();
  value.entry = entry;
  value.output = static_cast<std::uint32_t>(output);
  value.inner = inner;
  value.type = tensor.scalar_type();
  value.layout = tensor.layout();
  value.device = claimed_device(tensor);
  value.dims = static_cast<std::uint8_t>(tensor.dim());
  value.numbers = static_cast<std::uint32_t>(numbers_.size());
  const bool strided = value.layout == at::kStrided;
  if (tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides()) {
    value.symbolic = static_cast<std::int32_t>(symbolic_.size());
    std::vector<c10::SymInt>& all = symbolic_.emplace_back(tensor.sym_sizes().vec());
    if (strided) all.insert(all.end(), tensor.sym_strides().begin(), tensor.sym_strides().end());
  } else {
    numbers_.insert(numbers_.end(), tensor.sizes().begin(), tensor.sizes().end());
    if (strided) numbers_.insert(numbers_.end(), tensor.strides().begin(), tensor.strides().end());
  }
  identity_.know(tensor, number, viewed_);
  return number;
}

std::int64_t CallLog::number_of(const at::Tensor& tensor) {
  if (!tensor.defined()) return -1;
  if (const auto known = identity_.find(tensor)) return *known;
  constants_.push_back({.value = bytes_of(tensor), .place = place_of(tensor)});
  viewed_.clear();
  entries_.push_back({.begin = static_cast<std::uint32_t>(constants_.size() - 1),
                      .constant = true,
                      .fake = is_fake(tensor),
                      .value = static_cast<std::uint32_t>(values_.size())});
  constant_objects_.emplace_back(tensor.unsafeGetTensorImpl(),
                                 static_cast<std::uint32_t>(entries_.size() - 1));
  return made(tensor, static_cast<std::uint32_t>(entries_.size() - 1), 0, -1);
}

std::optional<ConstantValue> CallLog::bytes_of(const at::Tensor& tensor) const {
  const Reading reading;
  if (!is_fake(tensor)) return read_constant(tensor);
  const pybind11::gil_scoped_acquire interpreter;
  return read_constant(pybind11::reinterpret_steal<pybind11::object>(THPVariable_Wrap(tensor)));
}

// Before an operator receives the tensor, only a kernel can have filled it.
void CallLog::uses(const Operator& op, c10::ArrayRef<c10::IValue> given) {
  const auto use = [&](const at::Tensor& tensor, bool views) {
    if (const auto filled = unwritten_.use(tensor, views)) make_constant(*filled);
  };
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i].isTensor()) use(given[i].toTensor(), op.views[i]);
    if (op.arguments[i] != Operator::Kind::kTensors || !given[i].isList()) continue;
    for (const c10::IValue& item : given[i].toListRef()) {
      if (item.isTensor()) use(item.toTensor(), op.views[i]);
    }
  }
}

void CallLog::settle_unwritten() {
  for (const std::uint32_t number : unwritten_.filled()) make_constant(number);
}

// A kernel filled the value's memory by pointer, so the value is no longer the result of a call.
void CallLog::make_constant(std::uint32_t number) {
  const TensorValue& value = values_[number];
  Entry& entry = entries_[value.entry];
  const Reading reading;
  const std::int64_t* all = numbers(value);
  const at::Tensor whole =
      unwritten_.whole(number, {all, value.dims}, {all + value.dims, value.dims}, value.type);
  constants_.push_back({.value = read_constant(whole), .place = {}});
  entry = {.begin = static_cast<std::uint32_t>(constants_.size() - 1), .constant = true, .value = number};
  --calls_;
}

std::optional<std::uint32_t> CallLog::constant_of(const at::Tensor& tensor) const {
  for (const auto& [object, entry] : constant_objects_) {
    if (object == tensor.unsafeGetTensorImpl()) return entry;
  }
  return {};
}

CallLog::Arguments CallLog::arguments(const Operator& op, c10::ArrayRef<c10::IValue> stack) {
  const std::size_t count = op.arguments.size();
  Arguments found;
  found.reserve(count);
  if (!unwritten_.empty()) uses(op, stack.slice(stack.size() - count));
  const auto number = [&](const at::Tensor& tensor, std::size_t) {
    if (!has_plain_memory(tensor)) require_plain_memory(tensor, "argument of", python_name_of(op.handle));
    return number_of(tensor);
  };
  for (std::size_t i = 0; i < count; ++i)
    found.push_back(replace_tensors(stack[stack.size() - count + i], op.arguments[i], number));
  return found;
}

std::uint32_t CallLog::reserve() {
  entries_.emplace_back();
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

void CallLog::begin_slots(std::uint32_t entry, const Operator& op, Arguments arguments) {
  entries_[entry].op = &op;
  entries_[entry].begin = static_cast<std::uint32_t>(slots_.size());
  ++calls_;
  viewed_.clear();
  for (std::size_t i = 0; i < arguments.size() && !op.writes; ++i) {
    if (op.arguments[i] == Operator::Kind::kTensor && arguments[i].isInt() && arguments[i].toInt() >= 0)
      viewed_.push_back(static_cast<TensorIdentity::ValueNumber>(arguments[i].toInt()));
  }
  std::move(arguments.begin(), arguments.end(), std::back_inserter(slots_));
}

// Places are reserved first, so a fake tensor that first appears later may be the call's result.
bool CallLog::is_met_since(std::uint32_t place, const Entry& entry) const {
  return entry.fake && &entry > &entries_[place];
}

void CallLog::set_call(std::uint32_t place, const Operator& op, Arguments arguments,
                       c10::ArrayRef<c10::IValue> stack) {
  begin_slots(place, op, std::move(arguments));
  const std::size_t count = op.returns.size();
  for (std::size_t i = 0; i < count; ++i) {
    const bool listed = op.returns[i] == Operator::Kind::kTensors, alone = count == 1;
    slots_.push_back(replace_tensors(
        stack[stack.size() - count + i], op.returns[i], [&](const at::Tensor& tensor, std::size_t index) {
          const bool flat = listed && alone;  // a single list as result: its elements are the outputs
          const auto met = place + 1 < entries_.size() ? identity_.find(tensor) : std::nullopt;
          const std::int64_t number =
              made(tensor, place, flat ? index : i, listed && !alone ? static_cast<std::int32_t>(index) : -1);
          if (met && is_met_since(place, entries_[values_[*met].entry])) {
            values_[*met].entry = place;
            values_[*met].output = values_[static_cast<std::size_t>(number)].output;
            values_[*met].inner = values_[static_cast<std::size_t>(number)].inner;
          }
          if (op.gives_copy) identity_.mark(tensor, static_cast<std::uint32_t>(number));
          if (op.gives_unwritten) unwritten_.note(tensor, static_cast<std::uint32_t>(number));
          return number;
        }));
  }
}

void CallLog::set_stopped_call(std::uint32_t place, const Operator& op, Arguments arguments) {
  if (op.returns != std::vector{Operator::Kind::kTensor}) return;
  const auto is_met = [&](const Entry& entry) { return is_met_since(place, entry); };
  const auto begin = entries_.begin() + place;
  if (std::count_if(begin, entries_.end(), is_met) != 1) return;
  const std::uint32_t number = std::find_if(begin, entries_.end(), is_met)->value;
  begin_slots(place, op, std::move(arguments));
  values_[number].entry = place;
  slots_.emplace_back(static_cast<std::int64_t>(number));
}

}  // namespace assay::native
