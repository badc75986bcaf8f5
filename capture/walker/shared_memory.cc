// SharedMemory: storages by identity.
#include "capture/walker/shared_memory.h"

#include "capture/walker/plain_memory.h"

namespace assay {

std::optional<MemoryPlace> place_of(const at::Tensor& tensor) {
  if (!tensor.defined() || tensor.layout() != at::kStrided || tensor.is_nested() || !tensor.has_storage() ||
      !has_plain_memory(tensor))
    return {};
  const auto elements = tensor.sym_numel().maybe_as_int();
  const auto offset = tensor.sym_storage_offset().maybe_as_int();
  if (!offset || elements == 0) return {};
  const at::TensorBase& base = tensor.is_view() ? tensor._base() : tensor;
  return MemoryPlace{.storage = tensor.storage().getWeakStorageImpl(),
                     .offset = *offset * static_cast<std::int64_t>(tensor.element_size()),
                     .base = c10::weak_intrusive_ptr<c10::TensorImpl>(base.getIntrusivePtr())};
}

void SharedMemory::know_state(Role role, Name name, const std::optional<MemoryPlace>& place) {
  if (place) known_.try_emplace(place->storage._unsafe_get_target(), Known{{role, name}, *place});
}

std::optional<MemoryOf> SharedMemory::enter(Name constant, const std::optional<MemoryPlace>& place) {
  if (!place) return {};
  const auto [found, is_first] =
      known_.try_emplace(place->storage._unsafe_get_target(), Known{{Role::kConstant, constant}, *place});
  if (is_first) return {};
  MemoryOf memory = found->second.first;
  memory.offset = place->offset - found->second.place.offset;
  memory.detached = place->base != found->second.place.base;
  return memory;
}

void SharedMemory::rename(Name constant, Name name) {
  for (auto& [storage, known] : known_)
    if (known.first.role == Role::kConstant && known.first.name == constant) known.first.name = name;
}

}  // namespace assay
