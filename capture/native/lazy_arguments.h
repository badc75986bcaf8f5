// LazyArguments: arguments marked as conjugated, negated or zero, and their materialised tensors.
//
// Such a tensor has a dispatch key. The key's fallback materialises it (clone, or zeros and expand) and calls
// the operator with the result. A call seen above these keys still has the lazy arguments. They are replaced
// here while the parts of the call run. Exception: a lazy tensor that the operator writes, because its
// fallback also copies back.
#pragma once

#include <cstdint>

#include "capture/native/call_log.h"

namespace assay::native {

class LazyArguments {
 public:
  /// No lazy arguments.
  LazyArguments() = default;
  /// For a call with `stack`, whose tensors `log` knows. `below` are the keys still ahead of the call.
  LazyArguments(CallLog& log, const Operator& op, c10::DispatchKeySet below,
                c10::ArrayRef<c10::IValue> stack);

  bool any() const { return !keys_.empty(); }
  /// Whether the operator has a kernel for them. Operators that this kernel calls replace the operator.
  bool have_own_kernel() const { return own_kernel_; }
  /// `part` ran within the call, with its arguments and results at `slots`. If it materialised one of
  /// `arguments`, replaces that argument and returns true.
  bool take(const Operator& part, const c10::IValue* slots, CallLog::Arguments& arguments);

 private:
  c10::DispatchKeySet keys_;
  const Operator* op_ = nullptr;
  bool own_kernel_ = false;
  std::vector<std::int64_t> zeros_;  ///< numbers of zero-tensor arguments to materialise, in reverse order
};

}  // namespace assay::native
