// SharedMemory: which constants of a graph lie in one memory, with each other or with a state of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include <ATen/core/Tensor.h>

#include "harness/graph/graph.h"

namespace assay {

/// Where a tensor's first element is. Memory and base are held weakly: they are freed as in the plain run,
/// and no other takes their address.
struct MemoryPlace {
  c10::weak_intrusive_ptr<c10::StorageImpl> storage;
  std::int64_t offset = 0;  ///< in bytes
  c10::weak_intrusive_ptr<c10::TensorImpl>
      base;  ///< what it is a view of for autograd: itself, if of nothing
};
/// Nothing for a tensor without elements or memory of its own (sparse, nested, a wrapper subclass), and where
/// it begins at a place that has no number.
std::optional<MemoryPlace> place_of(const at::Tensor& tensor);

/// Says of each constant whose memory it lies in. Whether two tensors of one memory overlap is not asked.
class SharedMemory {
 public:
  void know_state(Role role, Name name, const std::optional<MemoryPlace>& place);
  /// Nothing for the first constant in memory of its own, which later ones are named by.
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
