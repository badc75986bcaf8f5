// TensorIdentity: two tables of weak references, and the base of each view. A weak reference also keeps the
// address of a freed object from reuse. Freed entries are removed whenever a table has doubled.
#include "capture/walker/tensor_identity.h"

#include <algorithm>
#include <atomic>

#include <c10/core/TensorImpl.h>

namespace assay {

namespace {

// A shallow copy shares it.
struct Mark final : c10::BackendMeta {
  Mark(std::uint64_t by, TensorIdentity::ValueNumber value) : serial(by), number(value) {}
  std::uint64_t serial;
  TensorIdentity::ValueNumber number;
};

std::uint64_t next_serial() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

const void* storage_of(const at::Tensor& tensor) {
  const c10::TensorImpl* impl = tensor.unsafeGetTensorImpl();
  return impl->has_storage() ? impl->unsafe_storage().unsafeGetStorageImpl() : nullptr;
}

bool has_place(const at::Tensor& tensor) {
  return storage_of(tensor) != nullptr && !tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides();
}

std::uint32_t kind_of(const at::Tensor& tensor) {
  return static_cast<std::uint32_t>(tensor.scalar_type()) << 2U |
         static_cast<std::uint32_t>(tensor.is_conj()) << 1U | static_cast<std::uint32_t>(tensor.is_neg());
}

template <typename Numbers>
bool contains(const Numbers& growing, std::uint32_t number) {
  return std::binary_search(growing.begin(), growing.end(), number);
}

}  // namespace

TensorIdentity::TensorIdentity() : serial_(next_serial()) {}

std::size_t TensorIdentity::place_hash_of(const at::Tensor& tensor) {
  if (!has_place(tensor)) return 0;
  std::size_t hash = std::hash<const void*>{}(storage_of(tensor)) ^ kind_of(tensor);
  const auto add = [&hash](std::int64_t number) {
    hash = hash * 1099511628211U + static_cast<std::size_t>(number);
  };
  add(tensor.storage_offset());
  std::ranges::for_each(tensor.sizes(), add);
  std::ranges::for_each(tensor.strides(), add);
  return hash;
}

std::optional<TensorIdentity::Place> TensorIdentity::place_of(const at::Tensor& tensor, std::size_t hash) {
  if (!has_place(tensor)) return {};
  Place place{storage_of(tensor), tensor.storage_offset(), kind_of(tensor), {}, hash};
  const c10::IntArrayRef sizes = tensor.sizes(), strides = tensor.strides();
  place.at.append(sizes.begin(), sizes.end());
  place.at.append(strides.begin(), strides.end());
  return place;
}

void TensorIdentity::know(const at::Tensor& tensor, ValueNumber number, c10::ArrayRef<ValueNumber> viewed) {
  if (!tensor.defined()) return;
  const std::size_t hash = place_hash_of(tensor);
  know_object(tensor, number, hash);
  know_origin(tensor, number, viewed);
  if (std::optional<Place> place = place_of(tensor, hash))
    know_place(*std::move(place), tensor, number, viewed);
  if (storage_of(tensor) == nullptr) mark(tensor, number);
  forget_freed();
}

void TensorIdentity::know_object(const at::Tensor& tensor, ValueNumber number, std::size_t place_hash) {
  KnownTensor known{.held = decltype(KnownTensor::held)(tensor.getIntrusivePtr()),
                    .storage = {},
                    .place_hash = place_hash,
                    .number = number};
  if (storage_of(tensor) != nullptr)
    known.storage.emplace(tensor.unsafeGetTensorImpl()->unsafe_storage().getWeakStorageImpl());
  by_tensor_.insert_or_assign(tensor.unsafeGetTensorImpl(), std::move(known));
}

void TensorIdentity::know_origin(const at::Tensor& tensor, ValueNumber number,
                                 c10::ArrayRef<ValueNumber> viewed) {
  if (origins_.size() <= number) origins_.resize(number + 1);
  Origin& origin = origins_[number];
  origin = {.storage = storage_of(tensor), .viewed = {}};
  if (origin.storage == nullptr) return;
  const auto base = std::ranges::find_if(
      viewed, [&](ValueNumber one) { return one < number && origins_[one].storage == origin.storage; });
  if (base != viewed.end()) origin.viewed = *base;
}

void TensorIdentity::know_place(Place place, const at::Tensor& tensor, ValueNumber number,
                                c10::ArrayRef<ValueNumber> viewed) {
  const auto there = by_place_.find(place);
  if (there == by_place_.end()) {
    by_place_.emplace(std::move(place), KnownPlace{tensor.storage().getWeakStorageImpl(), number, {}, {}});
    return;
  }
  KnownPlace& known = there->second;
  if (is_view_of(known, number, viewed)) {
    known.views.push_back(number);
    return;
  }
  if (viewed.empty()) {
    known.twins.clear();
  } else {
    known.twins.push_back(known.number);
  }
  known.number = number;
  known.views.clear();
}

// Intermediate views are at other places.
bool TensorIdentity::is_view_of(const KnownPlace& place, ValueNumber number,
                                c10::ArrayRef<ValueNumber> viewed) const {
  const auto has_it = [&place](ValueNumber base) {
    return base == place.number || contains(place.views, base) || contains(place.twins, base);
  };
  if (std::ranges::any_of(viewed, has_it)) return true;
  for (std::optional<ValueNumber> base = origins_[number].viewed; base; base = origins_[*base].viewed)
    if (has_it(*base)) return true;
  return false;
}

std::optional<TensorIdentity::ValueNumber> TensorIdentity::find(const at::Tensor& tensor) const {
  if (!tensor.defined()) return {};
  const void* storage = storage_of(tensor);
  const auto known = by_tensor_.find(tensor.unsafeGetTensorImpl());
  const bool is_known = known != by_tensor_.end();
  if (storage == nullptr) {
    const std::optional<ValueNumber> marked = mark_of(tensor);
    return marked || !is_known ? marked : known->second.number;
  }
  const bool keeps_storage =
      is_known && known->second.storage && known->second.storage->_unsafe_get_target() == storage;
  const std::size_t hash = place_hash_of(tensor);
  if (keeps_storage && known->second.place_hash == hash) return known->second.number;
  if (const auto place = place_of(tensor, hash)) {
    if (const auto there = by_place_.find(*place); there != by_place_.end()) {
      const KnownPlace& here = there->second;
      const std::optional<ValueNumber> marked = mark_of(tensor);
      const bool is_here = marked && (contains(here.twins, *marked) || contains(here.views, *marked));
      return is_here ? *marked : here.number;
    }
  }
  if (keeps_storage) return known->second.number;
  return {};
}

void TensorIdentity::settle(const at::Tensor& tensor) {
  if (!tensor.defined()) return;
  if (const std::optional<ValueNumber> number = find(tensor))
    know_object(tensor, *number, place_hash_of(tensor));
}

std::optional<TensorIdentity::ValueNumber> TensorIdentity::find_object(const at::Tensor& tensor) const {
  const auto known = by_tensor_.find(tensor.unsafeGetTensorImpl());
  if (known == by_tensor_.end()) return {};
  return known->second.number;
}

void TensorIdentity::mark(const at::Tensor& tensor, ValueNumber number) {
  if (!tensor.defined() || tensor.key_set().has(c10::DispatchKey::Python)) return;
  tensor.unsafeGetTensorImpl()->set_backend_meta(c10::make_intrusive<Mark>(serial_, number));
}

std::optional<TensorIdentity::ValueNumber> TensorIdentity::mark_of(const at::Tensor& tensor) const {
  const auto* mark = dynamic_cast<const Mark*>(tensor.unsafeGetTensorImpl()->get_backend_meta());
  if (mark == nullptr || mark->serial != serial_) return {};
  return mark->number;
}

void TensorIdentity::forget_freed() {
  const auto sweep = [](auto& table, std::size_t& most) {
    if (table.size() < most) return;
    for (auto each = table.begin(); each != table.end();) {
      if (each->second.held.expired()) {
        each = table.erase(each);
      } else {
        ++each;
      }
    }
    most = std::max<std::size_t>(128, 2 * table.size());
  };
  sweep(by_tensor_, most_tensors_);
  sweep(by_place_, most_places_);
}

}  // namespace assay
