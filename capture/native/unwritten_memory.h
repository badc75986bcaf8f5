// UnwrittenMemory: watches results of `empty` until an operator receives them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ATen/core/Tensor.h>

namespace assay::native {

/// A kernel may fill memory from `empty` by pointer (at::tensor of a list does), unseen by the dispatcher.
/// Such memory is filled with a pattern here, to detect this. The watch ends at the first operator that may
/// write it, whatever its schema says; a view does not end it. Covers real strided CPU memory up to a size,
/// held weakly. Only `whole` runs an operator. Not thread-safe.
class UnwrittenMemory {
 public:
  using ValueNumber = std::uint32_t;

  static bool is_made_by(std::string_view op);  ///< "aten::empty" and the like
  bool empty() const { return watched_.empty(); }

  /// `tensor` was just made as value `number` and is unwritten.
  void note(const at::Tensor& tensor, ValueNumber number);
  /// An operator receives `tensor`. Returns the value of its memory if that was filled meanwhile. `views`:
  /// the operator only shares the memory.
  std::optional<ValueNumber> use(const at::Tensor& tensor, bool views);
  /// The values filled before any operator received them. Ends all watches.
  std::vector<ValueNumber> filled();
  /// The whole tensor of value `number`, just returned by `use` or `filled`.
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
