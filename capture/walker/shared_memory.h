// SharedMemory: finds constants that share memory with each other or with a state of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include <ATen/core/Tensor.h>

#include "harness/graph/graph.h"

namespace assay {

/// Place of a tensor's first element. Memory and base are held weakly: they are freed as in the plain run,
/// and no other object takes their address.
struct MemoryPlace {
  c10::weak_intrusive_ptr<c10::StorageImpl> storage;
  std::int64_t offset = 0;  ///< in bytes
  c10::weak_intrusive_ptr<c10::TensorImpl>
      base;  ///< base of the view for autograd; the tensor itself if it is no view
};
/// Nothing for a tensor without elements or its own memory (sparse, nested, a wrapper subclass), or with a
/// symbolic offset.
std::optional<MemoryPlace> place_of(const at::Tensor& tensor);

/// Reports the memory of each constant. Does not check whether two tensors in a memory overlap.
class SharedMemory {
 public:
  void know_state(Role role, Name name, const std::optional<MemoryPlace>& place);
  /// Nothing for the first constant in a memory. Later constants refer to the first by name.
  std::optional<MemoryOf> enter(Name constant, const std::optional<MemoryPlace>& place);
  void rename(Name constant, Name name);

 private:
  struct Known {
    MemoryOf first;
    MemoryPlace place;
  };
  std::unordered_map<const void*, Known> known_;  // by storage
};

}  // namespace assay
