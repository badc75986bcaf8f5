// UnwrittenMemory: what `empty` gave, until an operator has it in its hands.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ATen/core/Tensor.h>

namespace assay::native {

/// A kernel may fill by pointer what it got from `empty` (at::tensor of a list does), which no dispatcher
/// sees. What is unwritten holds anything, so it is made to hold a pattern here: where that is gone, somebody
/// has written. An operator that may have written it, whatever its schema says, ends the watch; one that only
/// gives a view does not. Real strided memory of the CPU, up to a size; held weakly. Runs no operator, but
/// for `whole`. Not thread-safe.
class UnwrittenMemory {
 public:
  using ValueNumber = std::uint32_t;

  static bool is_made_by(std::string_view op);  ///< "aten::empty" and its like
  bool empty() const { return watched_.empty(); }

  /// `tensor` was just made, as that value, and nothing is in it.
  void note(const at::Tensor& tensor, ValueNumber number);
  /// An operator gets `tensor`; the value whose memory it is, if that was filled meanwhile. `views`: it does
  /// no more than share it.
  std::optional<ValueNumber> use(const at::Tensor& tensor, bool views);
  /// The values that were filled and no operator has got. None is watched any more.
  std::vector<ValueNumber> filled();
  /// The tensor that was noted as `number`, which `use` or `filled` have just given.
  at::Tensor whole(ValueNumber number, c10::IntArrayRef sizes, c10::IntArrayRef strides, at::ScalarType type);

 private:
  struct Watched {
    c10::weak_intrusive_ptr<c10::StorageImpl> held;
    ValueNumber number = 0;
  };
  std::unordered_map<const void*, Watched> watched_;  ///< by the storage's address
  std::unordered_map<ValueNumber, c10::Storage> filled_;
};

}  // namespace assay::native
