// Constants that share memory: byte offsets of the file as views.
#include "capture/execute/shared_constants.h"

#include <algorithm>
#include <map>

#include <ATen/ATen.h>

#include "capture/execute/arguments.h"

namespace assay::replay {

namespace {

struct Extent {
  std::vector<std::int64_t> sizes, strides = {};
  std::int64_t reach = 1;  ///< elements from the first to the last
};

[[noreturn]] void unfit(const char* expected, std::int64_t found) {
  throw Misfit(std::string("expected ") + expected + ", found " + std::to_string(found));
}

const TensorMeta& meta_of_constant(const Node& constant) {
  const auto* meta = std::get_if<TensorMeta>(&constant.outputs.at(0).data);
  if (meta == nullptr) throw Misfit("expected a constant tensor, found another output");
  return *meta;
}

std::int64_t bytes_of_element(const TensorMeta& meta) {
  return static_cast<std::int64_t>(c10::elementSize(scalar_type_of(meta.dtype)));
}

Extent extent_of(const TensorMeta& meta) {
  Extent extent{.sizes = fixed_numbers(meta.shape)};
  std::int64_t dense = 1;
  extent.strides.resize(extent.sizes.size());
  for (std::size_t i = extent.sizes.size(); i-- > 0; dense *= std::max<std::int64_t>(extent.sizes[i], 1))
    extent.strides[i] = dense;
  if (meta.stride) extent.strides = fixed_numbers(*meta.stride);
  if (extent.strides.size() != extent.sizes.size())
    unfit("a stride for each size", static_cast<std::int64_t>(extent.strides.size()));
  for (std::size_t i = 0; i < extent.sizes.size(); ++i) {
    std::int64_t steps = 0;
    if (extent.strides[i] < 0) unfit("strides of at least 0", extent.strides[i]);
    if (__builtin_mul_overflow(extent.sizes[i] - 1, extent.strides[i], &steps) ||
        __builtin_add_overflow(extent.reach, steps, &extent.reach))
      unfit("a constant that fits in memory", extent.strides[i]);
  }
  return extent;
}

// An expanded dimension shrinks to an element: it cannot be written as several.
at::Tensor without_expansion(at::Tensor tensor, const std::vector<std::int64_t>& strides) {
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (strides[i] == 0) tensor = tensor.narrow(static_cast<std::int64_t>(i), 0, 1);
  return tensor;
}

struct Member {
  Extent extent;
  std::int64_t begin = 0, end = 0;  ///< from the first byte of the first constant
  bool detached = false;
  c10::IValue* value = nullptr;
  const at::Tensor& tensor() const { return value->toTensor(); }
};
using Members = std::vector<Member>;

Member member_of(const Node& node, c10::IValue& value) {
  const TensorMeta& meta = meta_of_constant(node);
  Member made{.extent = extent_of(meta), .value = &value};
  if (const auto& memory = node.constant->memory_of) {
    made.begin = memory->offset;
    made.detached = memory->detached;
  }
  const std::int64_t size = bytes_of_element(meta);
  if (made.begin % size != 0) unfit("an offset of whole elements", made.begin);
  if (__builtin_mul_overflow(made.extent.reach, size, &made.end) ||
      __builtin_add_overflow(made.end, made.begin, &made.end))
    unfit("an offset within one memory", made.begin);
  return made;
}

bool fit_together(const Members& members) {
  const at::Tensor& first = members.front().tensor();
  return std::ranges::all_of(members, [&](const Member& one) {
    const bool as_written = one.tensor().element_size() * one.extent.reach == one.end - one.begin;
    const bool alike = one.tensor().scalar_type() == first.scalar_type();
    return one.tensor().device() == first.device() && (as_written || alike);
  });
}

// Memory in bytes, and its tensors by element type. Parts of a type are views of the same tensor, also for
// autograd.
class Memory {
 public:
  Memory(std::int64_t bytes, const c10::Device& device)
      : bytes_(at::zeros({bytes}, at::TensorOptions().dtype(at::kByte).device(device))) {}

  at::Tensor part(const Extent& extent, at::ScalarType type, std::int64_t at) {
    at::Tensor& whole = typed_[type];
    const auto size = static_cast<std::int64_t>(c10::elementSize(type));
    if (!whole.defined())
      whole = at::empty({0}, bytes_.options().dtype(type))
                  .set_(bytes_.storage(), 0, {bytes_.numel() / size}, {1});
    return whole.as_strided(extent.sizes, extent.strides, at / size);
  }

 private:
  at::Tensor bytes_;
  std::map<at::ScalarType, at::Tensor> typed_;
};

void put_together(const Members& members) {
  constexpr std::int64_t kAlignment = 16;  // of the widest element type
  std::int64_t begin = 0, end = 0, bytes = 0;
  for (const Member& one : members) begin = std::min(begin, one.begin), end = std::max(end, one.end);
  begin -= (begin % kAlignment + kAlignment) % kAlignment;
  if (__builtin_sub_overflow(end, begin, &bytes) || __builtin_add_overflow(bytes, kAlignment, &bytes))
    unfit("offsets within one memory", begin);
  // Widened elements are larger by the same factor.
  const Member& any = members.front();
  const std::int64_t written = (any.end - any.begin) / any.extent.reach;
  const std::int64_t factor = static_cast<std::int64_t>(any.tensor().element_size()) / written;
  if (__builtin_mul_overflow(bytes - bytes % kAlignment, factor, &bytes))
    unfit("offsets within one memory", begin);
  Memory memory(bytes, any.tensor().device());
  // A view made without gradients cannot be written with gradients.
  const c10::AutoGradMode with_gradients(true);
  for (auto one = members.rbegin(); one != members.rend(); ++one) {
    const at::Tensor part =
        memory.part(one->extent, one->tensor().scalar_type(), (one->begin - begin) * factor);
    const at::NoGradGuard no_gradients;
    without_expansion(part, one->extent.strides).copy_(without_expansion(one->tensor(), one->extent.strides));
    *one->value = one->detached ? part.detach() : part;
  }
}

}  // namespace

at::Tensor part_of(const at::Tensor& state, const Node& constant, bool widened) {
  const TensorMeta& meta = meta_of_constant(constant);
  const Extent extent = extent_of(meta);
  const at::ScalarType type = scalar_type_of(meta.dtype);
  if (state.layout() != at::kStrided || !state.has_storage())
    throw Misfit("expected a state with memory of its own, found none");
  const bool alike = state.scalar_type() == type || (widened && at::isFloatingType(type));
  if (widened && !alike) return {};
  const MemoryOf& memory = *constant.constant->memory_of;
  const std::int64_t elements = memory.offset / bytes_of_element(meta);
  const auto size = static_cast<std::int64_t>(alike ? state.element_size() : c10::elementSize(type));
  const std::int64_t before = state.storage_offset() * static_cast<std::int64_t>(state.element_size());
  std::int64_t first = 0, end = 0;
  if (before % size != 0 || memory.offset % bytes_of_element(meta) != 0)
    unfit("an offset of whole elements", memory.offset);
  // `set_` enlarges a memory that is too short.
  if (__builtin_add_overflow(before / size, elements, &first) || first < 0 ||
      __builtin_add_overflow(first, extent.reach, &end) ||
      end > static_cast<std::int64_t>(state.storage().nbytes()) / size)
    unfit("an offset within its memory", memory.offset);
  // A leaf that requires a gradient was read without autograd.
  const bool detached = memory.detached || (state.is_leaf() && state.requires_grad());
  const at::Tensor whole = detached ? state.detach() : state;
  if (alike) return whole.as_strided(extent.sizes, extent.strides, first);
  return at::empty({0}, state.options().dtype(type))
      .set_(state.storage(), first, extent.sizes, extent.strides);
}

void put_together(const Graph& graph, const std::vector<NodeId>& inputs,
                  std::vector<c10::IValue>& constants) {
  std::map<std::string, Members> memories;
  for (const NodeId id : inputs) {
    const auto& value = graph.nodes[id].constant;
    const bool shares = value && value->memory_of && value->memory_of->role == Role::kConstant;
    if (shares) memories[value->memory_of->name.str()];
  }
  if (memories.empty()) return;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Node& node = graph.nodes[inputs[i]];
    if (!node.constant || !constants[i].isTensor() || constants[i].toTensor().numel() == 0) continue;
    const auto& memory = node.constant->memory_of;
    if (memory && memory->role != Role::kConstant) continue;
    const auto found = memories.find(memory ? memory->name.str() : node.name.str());
    if (found != memories.end()) found->second.push_back(member_of(node, constants[i]));
  }
  for (const auto& [name, members] : memories)
    if (members.size() > 1 && fit_together(members)) put_together(members);
}

}  // namespace assay::replay
