// LazyArguments: order and operators of PyTorch's fallbacks for lazy tensors.
#include "capture/native/lazy_arguments.h"

#include <algorithm>

namespace assay::native {

namespace {

using c10::DispatchKey;
using c10::DispatchKeySet;

constexpr DispatchKeySet kLazy{DispatchKey::Conjugate, DispatchKey::Negative, DispatchKey::ZeroTensor};

bool has_own_kernel(const Operator& op, DispatchKey key) {
  return op.handle.hasKernelForDispatchKey(key) && !op.handle.isKernelFallthroughKernel(key);
}

// Replaces the first occurrence of value `number` in `arguments`, alone or in a list, by `made`.
bool replace(CallLog::Arguments& arguments, const Operator& op, std::int64_t number, std::int64_t made) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    c10::IValue& slot = arguments[i];
    if (op.arguments[i] == Operator::Kind::kTensor && slot.isInt() && slot.toInt() == number) {
      slot = made;
      return true;
    }
    if (op.arguments[i] != Operator::Kind::kTensors || !slot.isIntList()) continue;
    c10::List<std::int64_t> numbers = slot.toIntList();
    for (std::size_t at = 0; at < numbers.size(); ++at) {
      if (numbers.get(at) != number) continue;
      numbers.set(at, made);
      return true;
    }
  }
  return false;
}

}  // namespace

LazyArguments::LazyArguments(CallLog& log, const Operator& op, DispatchKeySet below,
                             c10::ArrayRef<c10::IValue> stack)
    : keys_(below & kLazy), op_(&op) {
  if (keys_.empty()) return;
  own_kernel_ = has_own_kernel(op, keys_.highestFunctionalityKey());
  for (const c10::IValue& value : stack.slice(stack.size() - op.arguments.size())) {
    if (value.isTensor() && value.toTensor()._is_zerotensor())
      zeros_.push_back(log.number_of(value.toTensor()));
  }
  std::ranges::reverse(zeros_);
}

bool LazyArguments::take(const Operator& part, const c10::IValue* slots, CallLog::Arguments& arguments) {
  const bool is_one = part.returns.size() == 1 && slots[part.arguments.size()].isInt();
  if (!any() || !is_one || !slots[0].isInt()) return false;
  const std::int64_t made = slots[part.arguments.size()].toInt();
  const std::string& name = part.handle.operator_name().name;
  if (name == "aten::clone") return replace(arguments, *op_, slots[0].toInt(), made);
  if (name != "aten::expand" || zeros_.empty()) return false;
  const std::int64_t zero = zeros_.back();
  zeros_.pop_back();
  return replace(arguments, *op_, zero, made);
}

}  // namespace assay::native
