// LazyArguments: what becomes of arguments that are conjugated, negated or zero in name only.
//
// Such a tensor has a dispatch key, whose fallback makes it real (clone, or zeros and expand) and calls the
// operator with that. A call seen from above these keys has the lazy ones; here they are replaced by what was
// made of them, as the parts of the call run. Not for a lazy tensor that the operator writes, whose fallback
// also copies back.
#pragma once

#include <cstdint>

#include "capture/native/call_log.h"

namespace assay::native {

class LazyArguments {
 public:
  /// None.
  LazyArguments() = default;
  /// Of a call with `stack`, whose tensors `log` knows; `below` are the keys that it has yet to pass.
  LazyArguments(CallLog& log, const Operator& op, c10::DispatchKeySet below,
                c10::ArrayRef<c10::IValue> stack);

  bool any() const { return !keys_.empty(); }
  /// Whether the operator has a kernel for them: what this calls runs in the operator's place.
  bool have_own_kernel() const { return own_kernel_; }
  /// `part` ran within the call, its arguments and results from `slots` on. Whether it made one of
  /// `arguments`, where its result is now.
  bool take(const Operator& part, const c10::IValue* slots, CallLog::Arguments& arguments);

 private:
  c10::DispatchKeySet keys_;
  const Operator* op_ = nullptr;
  bool own_kernel_ = false;
  std::vector<std::int64_t> zeros_;  ///< arguments yet to be made out of nothing, the fallback's first last
};

}  // namespace assay::native
