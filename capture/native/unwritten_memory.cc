// UnwrittenMemory: writes a pattern and checks for it.
#include "capture/native/unwritten_memory.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <ATen/Context.h>
#include <ATen/ops/empty.h>

namespace assay::native {

namespace {

// Lists that become tensors are short. Larger memory is meant for an operator to write.
constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr unsigned char kPattern = 0xA5;

const c10::StorageImpl* storage_of(const at::Tensor& tensor) {
  const c10::TensorImpl* impl = tensor.unsafeGetTensorImpl();
  return impl->has_storage() ? impl->unsafe_storage().unsafeGetStorageImpl() : nullptr;
}

bool is_untouched(const c10::StorageImpl& storage) {
  const auto* begin = static_cast<const unsigned char*>(storage.data());
  return std::all_of(begin, begin + storage.nbytes(), [](unsigned char byte) { return byte == kPattern; });
}

// With this setting PyTorch itself fills unwritten memory.
bool is_filled_by_pytorch() {
  const at::Context& context = at::globalContext();
  return context.deterministicAlgorithms() && context.deterministicFillUninitializedMemory();
}

}  // namespace

bool UnwrittenMemory::is_made_by(std::string_view op) {
  constexpr std::array<std::string_view, 6> kAll = {"aten::empty",         "aten::empty_like",
                                                    "aten::empty_strided", "aten::empty_permuted",
                                                    "aten::new_empty",     "aten::new_empty_strided"};
  return std::ranges::find(kAll, op) != kAll.end();
}

void UnwrittenMemory::note(const at::Tensor& tensor, ValueNumber number) {
  const bool real = tensor.defined() && tensor.layout() == at::kStrided && tensor.device().is_cpu() &&
                    !tensor.key_set().has(c10::DispatchKey::Python) && !tensor.is_quantized();
  if (!real || storage_of(tensor) == nullptr || is_filled_by_pytorch()) return;
  c10::StorageImpl* storage = tensor.storage().unsafeGetStorageImpl();
  if (storage->nbytes() == 0 || storage->nbytes() > kMostBytes) return;
  std::memset(storage->mutable_data(), kPattern, storage->nbytes());
  watched_.insert_or_assign(storage, Watched{tensor.storage().getWeakStorageImpl(), number});
}

std::optional<UnwrittenMemory::ValueNumber> UnwrittenMemory::use(const at::Tensor& tensor, bool views) {
  if (!tensor.defined() || watched_.empty()) return {};
  const auto found = watched_.find(storage_of(tensor));
  if (found == watched_.end()) return {};
  const ValueNumber number = found->second.number;
  const bool untouched = is_untouched(*storage_of(tensor));
  if (!untouched || !views) watched_.erase(found);
  if (untouched) return {};
  filled_.insert_or_assign(number, tensor.storage());
  return number;
}

std::vector<UnwrittenMemory::ValueNumber> UnwrittenMemory::filled() {
  std::vector<ValueNumber> numbers;
  for (auto& [address, watched] : watched_) {
    const auto storage = watched.held.lock();
    if (!storage || is_untouched(*storage)) continue;
    filled_.insert_or_assign(watched.number, c10::Storage(storage));
    numbers.push_back(watched.number);
  }
  watched_.clear();
  std::ranges::sort(numbers);
  return numbers;
}

at::Tensor UnwrittenMemory::whole(ValueNumber number, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                                  at::ScalarType type) {
  const auto found = filled_.extract(number);
  at::Tensor tensor = at::empty({0}, at::TensorOptions().dtype(type).device(at::kCPU));
  tensor.unsafeGetTensorImpl()->set_storage_keep_dtype(found.mapped());
  tensor.unsafeGetTensorImpl()->set_sizes_and_strides(sizes, strides);
  return tensor;
}

}  // namespace assay::native
