// GraphScope: autograd numbers the nodes of each thread. The scope keeps ranges of these numbers, inside or
// outside graphs.
#include "capture/native/graph_scope.h"

#include <algorithm>

#include <ATen/SequenceNumber.h>
#include <ATen/record_function.h>
#include <torch/csrc/autograd/function.h>

namespace assay::native {

void GraphScope::narrow() {
  const std::scoped_lock lock(mutex_);
  narrow_ = true;
}

void GraphScope::open() {
  const std::scoped_lock lock(mutex_);
  note(is_inside());
  ++open_;
}

void GraphScope::close() {
  const std::scoped_lock lock(mutex_);
  note(true);
  --open_;
}

bool GraphScope::holds() {
  const std::scoped_lock lock(mutex_);
  if (!narrow_) return true;
  const bool inside = is_inside();
  note(inside);
  return inside;
}

bool GraphScope::is_inside() const {
  if (open_ > 0) return true;
  const auto node = torch::autograd::get_current_node();
  if (!node) return false;
  const auto made = made_.find(node->thread_id());
  if (made == made_.end()) return false;
  const std::uint64_t number = node->sequence_nr();
  const auto stretch = std::ranges::upper_bound(made->second, number, {}, &Stretch::end);
  return stretch != made->second.end() && stretch->inside;
}

// Nodes that this thread made since the last call belong to the current operator, because an operator's node
// is made before the operator runs.
void GraphScope::note(bool inside) {
  std::vector<Stretch>& all = made_[at::RecordFunction::currentThreadId()];
  const std::uint64_t end = at::sequence_number::peek();
  if (!all.empty() && all.back().inside == inside)
    all.back().end = end;
  else
    all.push_back({end, inside});
}

}  // namespace assay::native
