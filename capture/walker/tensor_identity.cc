// TensorIdentity: two tables of weak references.
#include "capture/walker/tensor_identity.h"

#include <algorithm>
#include <atomic>

#include <c10/core/TensorImpl.h>

namespace assay {

namespace {

// What a shallow copy takes with it.
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

}  // namespace

std::size_t TensorIdentity::PlaceHash::operator()(const Place& place) const {
  std::size_t hash = std::hash<const void*>{}(place.storage) ^ place.kind;
  const auto add = [&hash](std::int64_t number) {
    hash = hash * 1099511628211u + static_cast<std::size_t>(number);
  };
  add(place.offset);
  for (const std::int64_t number : place.at) add(number);
  return hash;
}

std::optional<TensorIdentity::Place> TensorIdentity::place_of(const at::Tensor& tensor) {
  Place place;
  place.storage = storage_of(tensor);
  if (place.storage == nullptr || tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides()) return {};
  place.offset = tensor.storage_offset();
  place.kind = static_cast<std::uint32_t>(tensor.scalar_type()) << 2U |
               static_cast<std::uint32_t>(tensor.is_conj()) << 1U |
               static_cast<std::uint32_t>(tensor.is_neg());
  const c10::IntArrayRef sizes = tensor.sizes(), strides = tensor.strides();
  place.at.append(sizes.begin(), sizes.end());
  place.at.append(strides.begin(), strides.end());
  return place;
}

TensorIdentity::TensorIdentity() : serial_(next_serial()) {}

void TensorIdentity::know(const at::Tensor& tensor, ValueNumber number, c10::ArrayRef<ValueNumber> viewed) {
  if (!tensor.defined()) return;
  const auto known = by_tensor_.find(tensor.unsafeGetTensorImpl());
  if (known == by_tensor_.end()) {
    by_tensor_.emplace(
        tensor.unsafeGetTensorImpl(),
        KnownTensor{decltype(KnownTensor::held)(tensor.getIntrusivePtr()), storage_of(tensor), number});
  } else {
    known->second.storage = storage_of(tensor);
    known->second.number = number;
  }
  if (std::optional<Place> place = place_of(tensor)) know_place(*std::move(place), tensor, number, viewed);
  forget_freed();
}

void TensorIdentity::know_place(Place place, const at::Tensor& tensor, ValueNumber number,
                                c10::ArrayRef<ValueNumber> viewed) {
  const auto there = by_place_.find(place);
  if (there == by_place_.end()) {
    by_place_.emplace(std::move(place), KnownPlace{tensor.storage().getWeakStorageImpl(), number, {}, {}});
    return;
  }
  KnownPlace& known = there->second;
  const bool is_view = std::ranges::any_of(viewed, [&known](ValueNumber base) {
    return base == known.number || std::ranges::find(known.views, base) != known.views.end();
  });
  if (is_view) {
    known.views.push_back(number);
  } else {
    if (viewed.empty()) {
      known.twins.clear();
    } else {
      known.twins.push_back(known.number);
    }
    known.number = number;
    known.views.clear();
  }
}

std::optional<TensorIdentity::ValueNumber> TensorIdentity::find(const at::Tensor& tensor) const {
  if (!tensor.defined()) return {};
  const auto known = by_tensor_.find(tensor.unsafeGetTensorImpl());
  if (known != by_tensor_.end() && known->second.storage == storage_of(tensor)) return known->second.number;
  if (const auto place = place_of(tensor)) {
    const auto there = by_place_.find(*place);
    if (there == by_place_.end()) return {};
    const std::optional<ValueNumber> marked = mark_of(tensor);
    const bool is_twin =
        marked && std::ranges::find(there->second.twins, *marked) != there->second.twins.end();
    return is_twin ? *marked : there->second.number;
  }
  return {};
}

void TensorIdentity::mark(const at::Tensor& tensor, ValueNumber number) {
  if (tensor.defined())
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
