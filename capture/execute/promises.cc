// Promises: element types and sizes, by output.
#include "capture/execute/promises.h"

#include <algorithm>

#include <ATen/ATen.h>

#include "capture/execute/cannot_replay.h"
#include "capture/walker/plain_memory.h"
#include "capture/walker/tensor_reader.h"
#include "harness/graph/keep_nodes.h"

namespace assay::replay {

namespace {

std::string dims_text(const std::vector<std::string>& dims) {
  std::string text = "[";
  for (std::size_t i = 0; i < dims.size(); ++i) text.append(i == 0 ? "" : ", ").append(dims[i]);
  return text + "]";
}

std::string meta_text(const TensorMeta& meta) {
  std::vector<std::string> dims;
  for (const Dim& dim : meta.shape)
    dims.push_back(dim.symbolic() ? dim.expr.str() : std::to_string(dim.number));
  return std::string(to_string(meta.dtype)) + dims_text(dims);
}

std::string value_text(const at::Tensor& tensor) {
  std::vector<std::string> dims;
  for (const std::int64_t size : tensor.sizes()) dims.push_back(std::to_string(size));
  return std::string(to_string(dtype_of(tensor.scalar_type()))) + dims_text(dims);
}

bool fits(const TensorMeta& meta, const at::Tensor& tensor) {
  if (dtype_of(tensor.scalar_type()) != meta.dtype) return false;
  if (static_cast<std::size_t>(tensor.dim()) != meta.shape.size()) return false;
  for (std::size_t i = 0; i < meta.shape.size(); ++i) {
    const Dim& dim = meta.shape[i];
    if (!dim.symbolic() && dim.number != tensor.size(static_cast<std::int64_t>(i))) return false;
  }
  return true;
}

// A kernel's own scratch memory. Fake kernels give it size 0, because they do not know the size that the
// kernel needs.
bool is_scratch(const TensorMeta& meta) {
  return meta.dtype == DType::kUInt8 && meta.shape.size() == 1 && meta.shape[0] == Dim{};
}

struct Mismatch {
  std::string said, given;
};

std::optional<Mismatch> mismatch(const Output& output, const c10::IValue& value) {
  if (const auto* meta = std::get_if<TensorMeta>(&output.data)) {
    if (!value.isTensor() || !value.toTensor().defined()) return Mismatch{meta_text(*meta), "no tensor"};
    if (!has_plain_memory(value.toTensor())) return {};  // some throw when asked for their sizes
    if (fits(*meta, value.toTensor()) || is_scratch(*meta)) return {};
    return Mismatch{meta_text(*meta), value_text(value.toTensor())};
  }
  const auto* nested = std::get_if<std::vector<Output>>(&output.data);
  if (nested == nullptr || !(value.isList() || value.isTuple())) return {};
  const auto items = value.isList() ? value.toListRef() : value.toTupleRef().elements().asArrayRef();
  if (items.size() != nested->size())
    return Mismatch{std::to_string(nested->size()) + " values", std::to_string(items.size()) + " values"};
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (auto found = mismatch((*nested)[i], items[i])) return found;
  }
  return {};
}

}  // namespace

std::string input_text(const Graph& graph, NodeId id) {
  const Node& node = graph.nodes[id];
  return graph.name.str() + ": input " + std::to_string(id) + " (" + std::string(to_string(node.role)) +
         " '" + node.name.str() + "')";
}

void check_input(const Graph& graph, NodeId id, const c10::IValue& value) {
  const Output& output = graph.nodes[id].outputs.at(0);
  const auto* meta = std::get_if<TensorMeta>(&output.data);
  if (meta == nullptr || value.isPyObject() || is_scratch(*meta)) return;
  if (value.isTensor() && fits(*meta, value.toTensor())) return;
  throw CannotReplay(input_text(graph, id) + ": the file says " + meta_text(*meta) + ", the case gives " +
                     (value.isTensor() ? value_text(value.toTensor()) : "no tensor"));
}

namespace {

// Whether a result or side effect depends on that output.
bool takes(const Graph& graph, NodeId id, std::uint32_t output) {
  std::vector<bool> counts(graph.nodes.size(), false);
  bool found = false;
  for (std::size_t at = graph.nodes.size(); at-- > 0;) {  // uses come after definitions
    const Node& node = graph.nodes[at];
    if (!counts[at] && node.kind == NodeKind::kOp && !node.effects.any()) continue;
    for_each_use(node, [&](const Ref& ref) {
      counts[ref.node] = true;
      found = found || (ref.node == id && ref.path[0] == output);
    });
  }
  return found;
}

}  // namespace

std::string mismatch_text(const Departure& at) {
  return at.graph + ": node " + std::to_string(at.node) + " (" + at.target + "): the file says " +
         at.expected + ", it gives " + at.found;
}

std::optional<BrokenPromise> broken_promise(const Graph& graph, NodeId id,
                                            const std::vector<c10::IValue>& outputs) {
  const Node& node = graph.nodes[id];
  std::optional<BrokenPromise> first;
  for (std::uint32_t i = 0; i < std::min(outputs.size(), node.outputs.size()); ++i) {
    auto found = mismatch(node.outputs[i], outputs[i]);
    if (!found) continue;
    BrokenPromise promise{.at = {.graph = graph.name.str(),
                                 .node = id,
                                 .target = to_string(node.target),
                                 .expected = std::move(found->said),
                                 .found = std::move(found->given),
                                 .of_type = true,
                                 .module = node.meta.module.str(),
                                 .source = node.meta.source.str()},
                          .is_used = takes(graph, id, i)};
    if (promise.is_used) return promise;
    if (!first) first = std::move(promise);
  }
  return first;
}

}  // namespace assay::replay
