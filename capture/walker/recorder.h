// Recorder: a graph out of operator calls, in execution order.
#pragma once

#include <unordered_map>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/walker/graph_builder.h"

namespace assay {

/// Told of inputs, then of each operator call after it ran, then of results. A tensor is known by its C++
/// object; one that autograd re-wrapped (a view's output, say) by storage and geometry. Both are held weakly:
/// memory is freed as in the plain run, and an address cannot be used again while the recorder knows it.
/// After an in-place operator the tensor is that operator's output. A tensor that nobody made is a constant.
class Recorder {
 public:
  Recorder();

  void input(const std::string& role, const std::string& name, const std::vector<std::string>& also,
             pybind11::handle value);
  void call(pybind11::handle op, pybind11::handle args, pybind11::handle kwargs, pybind11::handle out);
  void result(const std::string& role, const std::string& name, pybind11::handle value);

  /// The graph recorded so far, with its output node; the recorder is empty afterwards.
  Graph finish(const std::string& name);
  LargeConstants& large_constants() { return builder_.large_constants(); }

 private:
  /// Where in which storage a tensor's elements lie: two tensors with equal ones are the same values.
  struct Geometry {
    const void* storage = nullptr;
    std::vector<std::int64_t> numbers;  ///< element type, conjugate and negative bits, offset, sizes, strides
    bool operator==(const Geometry&) const = default;
  };
  struct GeometryHash {
    std::size_t operator()(const Geometry& geometry) const;
  };

  static std::optional<Geometry> geometry_of(const at::Tensor& tensor);
  void know(pybind11::handle value, const Ref& ref);
  void know_tensor(const at::Tensor& tensor, const Ref& ref);
  Value reference(pybind11::handle tensor);

  GraphBuilder builder_;
  std::vector<Result> results_;
  std::unordered_map<const void*, Ref> by_tensor_;
  std::unordered_map<Geometry, Ref, GeometryHash> by_geometry_;
  std::vector<c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>> tensors_;
  std::vector<c10::weak_intrusive_ptr<c10::StorageImpl>> storages_;
  std::size_t constants_ = 0;
};

}  // namespace assay
