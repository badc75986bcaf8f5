// OpTrace: digests of values.
#include "capture/observe/op_trace.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/python_variable.h>

#include "capture/imported.h"
#include "capture/torch_private.h"
#include "capture/walker/tensor_reader.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

constexpr std::size_t kKeptBytes = std::size_t{256} << 20;

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash ^= word + 0x9E3779B97F4A7C15u + (hash << 6) + (hash >> 2);
  hash *= 0xFF51AFD7ED558CCDu;
  return hash ^ (hash >> 32);
}

std::uint64_t digest_of(const at::Tensor& tensor) {
  if (!tensor.defined() || tensor.is_nested() || tensor.is_meta()) return 0;
  const at::NoGradGuard no_grad;
  at::Tensor plain = tensor.detach();
  if (plain.is_quantized()) plain = plain.int_repr();
  if (plain.layout() != at::kStrided) plain = plain.to_dense();
  plain = elements_of(plain);
  std::uint64_t hash = static_cast<std::uint64_t>(plain.scalar_type()) + 1;
  for (const std::int64_t size : plain.sizes()) hash = mix(hash, static_cast<std::uint64_t>(size));
  const auto* bytes = static_cast<const char*>(plain.const_data_ptr());
  std::size_t left = plain.nbytes();
  for (; left >= 8; left -= 8, bytes += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    hash = mix(hash, word);
  }
  std::uint64_t word = 0;
  if (left > 0) std::memcpy(&word, bytes, left);
  return mix(hash, word);
}

std::uint64_t layout_digest(std::uint64_t hash, const at::Tensor& tensor) {
  hash = mix(hash, static_cast<std::uint64_t>(tensor.scalar_type()));
  for (const std::int64_t size : tensor.sizes()) hash = mix(hash, static_cast<std::uint64_t>(size));
  if (tensor.layout() != at::kStrided) return hash;
  for (const std::int64_t step : tensor.strides()) hash = mix(hash, static_cast<std::uint64_t>(step));
  return hash;
}

std::string shape_of(const at::Tensor& tensor) {
  std::string text(to_string(dtype_of(tensor.scalar_type())));
  for (const std::int64_t size : tensor.sizes()) text.append(",").append(std::to_string(size));
  return text;
}

py::list leaves_of(const py::object& tree) {
  static const py::handle flatten = torch_private::found(torch_private::kTreeLeaves);
  return py::list(flatten(tree));
}

bool has_tag(py::handle op, const char* tag) {
  if (!py::hasattr(op, "tags")) return false;
  static const py::handle tags = imported("torch", "Tag");
  return op.attr("tags").contains(tags.attr(tag));
}

// New, unwritten memory has arbitrary values.
bool is_unwritten(const std::string& op) {
  return op.find("empty") != std::string::npos || op.starts_with("aten.resize");
}

// A fake tensor. Some models trace a part of themselves while they run, and traced values are not computed.
bool is_traced(py::handle leaf) {
  return TensorReader::is_tensor(leaf) &&
         THPVariable_Unpack(leaf.ptr()).key_set().has(c10::DispatchKey::Python);
}

}  // namespace

std::uint64_t call_key(const Event& event) {
  std::uint64_t key = mix(event.layouts, std::hash<std::string>{}(event.op));
  for (const std::uint64_t input : event.inputs) key = mix(key, input);
  return key;
}

void OpTrace::before(py::handle op, py::handle args, py::handle kwargs) {
  begun_ = {};
  begun_traced_ = false;
  begun_.op = py::str(op).cast<std::string>();
  for (const py::handle leaf : leaves_of(py::make_tuple(args, kwargs))) {
    begun_traced_ = begun_traced_ || is_traced(leaf);
    if (begun_traced_) return;
    if (TensorReader::is_tensor(leaf)) {
      const at::Tensor& tensor = THPVariable_Unpack(leaf.ptr());
      begun_.inputs.push_back(digest_of(tensor));
      begun_.layouts = layout_digest(begun_.layouts, tensor);
    } else {
      begun_.constants.append(py::repr(leaf).cast<std::string>()).append(";");
    }
  }
}

void OpTrace::after(py::handle op, py::handle out) {
  const py::list leaves = leaves_of(py::reinterpret_borrow<py::object>(out));
  if (begun_traced_ || std::ranges::any_of(leaves, is_traced)) return;
  Event event = std::move(begun_);
  event.drawn = has_tag(op, "nondeterministic_seeded");
  event.unwritten = is_unwritten(event.op);
  event.view = py::getattr(op, "is_view", py::bool_(false)).cast<bool>() ||
               event.op == "aten.detach.default" || event.op == "aten.alias.default" ||
               event.op.starts_with("aten._unsafe_view");
  for (const py::handle leaf : leaves) {
    if (!TensorReader::is_tensor(leaf)) continue;
    const at::Tensor& tensor = THPVariable_Unpack(leaf.ptr());
    if (leaves.size() > 1 && tensor.dim() == 1 && tensor.scalar_type() == at::kByte)
      continue;  // scratch memory
    event.outputs.push_back(digest_of(tensor));
    event.shapes.push_back(shape_of(tensor));
    const at::NoGradGuard no_grad;
    const bool keep = kept_bytes_ < kKeptBytes && tensor.layout() == at::kStrided && !tensor.is_nested();
    if (keep) kept_bytes_ += tensor.nbytes();
    event.copies.push_back(keep ? tensor.detach().clone() : at::Tensor());
  }
  events_.push_back(std::move(event));
}

void OpTrace::mark(const Graph& graph, NodeId node) {
  for (; marked_ < events_.size(); ++marked_) {
    events_[marked_].graph = graph.name.str();
    events_[marked_].node = node;
  }
}

}  // namespace assay::replay
