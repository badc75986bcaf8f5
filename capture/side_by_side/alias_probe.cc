// Alias probe: writes only tensors that share memory on at least one side.
#include "capture/side_by_side/alias_probe.h"

#include <cstring>
#include <utility>

#include <ATen/ATen.h>

#include "capture/walker/plain_memory.h"

namespace assay::replay {

namespace {

const void* memory_of(const at::Tensor& tensor) {
  if (!tensor.defined() || tensor.layout() != at::kStrided || tensor.numel() == 0 || !tensor.has_storage() ||
      tensor.is_meta())
    return nullptr;
  return tensor.storage().unsafeGetStorageImpl();
}

}  // namespace

bool has_place(const at::Tensor& tensor) {
  return tensor.layout() == at::kStrided && !tensor.is_nested() && tensor.has_storage() &&
         !tensor.is_meta() && has_plain_memory(tensor);
}

bool share(const at::Tensor& left, const at::Tensor& right) {
  const void* memory = memory_of(left);
  return memory != nullptr && memory == memory_of(right);
}

namespace {

at::Tensor bytes_of(const at::Tensor& tensor) {
  const at::Tensor plain = tensor.detach().resolve_conj().resolve_neg().clone(at::MemoryFormat::Contiguous);
  return plain.view(-1).view(at::kByte);
}

// The elements of `other` that change when all bits of `written` are inverted.
at::Tensor changed_by_writing(const at::Tensor& written, const at::Tensor& other) {
  const at::NoGradGuard no_grad;
  const at::Tensor target = written.detach();
  const at::Tensor before = bytes_of(other);
  const at::Tensor kept = target.clone(at::MemoryFormat::Contiguous);
  const at::Tensor flipped = kept.clone();
  const at::Tensor raw = flipped.view(-1).view(at::kByte);
  if (target.scalar_type() == at::kBool) {
    raw.bitwise_xor_(1);
  } else {
    raw.bitwise_xor_(0xFF);
  }
  target.copy_(flipped);
  const at::Tensor after = bytes_of(other);
  target.copy_(kept);
  return before.ne(after);
}

bool writable(const at::Tensor& tensor) {
  // Elements of an expanded tensor share memory, and PyTorch refuses to write them.
  for (std::int64_t i = 0; i < tensor.dim(); ++i)
    if (tensor.stride(i) == 0 && tensor.size(i) > 1) return false;
  return !tensor.is_quantized() && !tensor.is_conj() && !tensor.is_neg() && !tensor._is_zerotensor();
}

std::string difference_between(const Probed& written, const Probed& other) {
  const bool in_eager = share(written.eager, other.eager), in_replay = share(written.replay, other.replay);
  if (!in_eager && !in_replay) return "";
  if (memory_of(written.eager) == nullptr || memory_of(written.replay) == nullptr) return "";
  if (!writable(written.eager) || !writable(written.replay)) {
    if (in_eager == in_replay) return "";
    return to_string(written.subject) + " lies in the memory of " + to_string(other.subject) + " " +
           (in_eager ? "in eager, not in the replay" : "in the replay, not in eager");
  }
  const at::Tensor eager = changed_by_writing(written.eager, other.eager);
  const at::Tensor replay = changed_by_writing(written.replay, other.replay);
  if (eager.sizes() == replay.sizes() && eager.equal(replay)) return "";
  const bool changes_eager = eager.any().item<bool>(), changes_replay = replay.any().item<bool>();
  const std::string text =
      "writing into " + to_string(written.subject) + " changes " + to_string(other.subject) + " ";
  if (changes_eager != changes_replay)
    return text + (changes_eager ? "in eager, not in the replay" : "in the replay, not in eager");
  return text + "at other elements in the replay than in eager";
}

}  // namespace

std::vector<AliasDifference> alias_differences(const std::vector<Probed>& tensors) {
  std::vector<AliasDifference> differences;
  for (const Probed& written : tensors) {
    if (written.subject.kind != Subject::Kind::kResult) continue;
    for (const Probed& other : tensors) {
      if (&other == &written) continue;
      std::string message = difference_between(written, other);
      if (!message.empty()) differences.push_back({written.subject, other.subject, std::move(message)});
    }
  }
  return differences;
}

}  // namespace assay::replay
