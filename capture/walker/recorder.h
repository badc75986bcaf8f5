// Recorder: builds a graph from operator calls, in execution order.
#pragma once

#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/walker/graph_builder.h"
#include "capture/walker/tensor_identity.h"

namespace assay {

/// Usage: inputs, then each operator call after it ran, then results. TensorIdentity maps tensors to values.
/// After an in-place operator, the tensor is that operator's output. A tensor that no call made is a
/// constant.
class Recorder {
 public:
  Recorder();

  void input(const std::string& role, const std::string& name, const std::vector<std::string>& also,
             pybind11::handle value);
  /// To be called before an operator that writes. Tensors that no call made become constants with their
  /// current values.
  void before_write(pybind11::handle tensors);
  void call(pybind11::handle op, pybind11::handle args, pybind11::handle kwargs, pybind11::handle out);
  void result(const std::string& role, const std::string& name, pybind11::handle value);
  /// Names the constant that `tensor` is in the graph. No effect for other tensors. `tensor` must have lived
  /// since before the first call.
  void name_constant(const std::string& name, pybind11::handle tensor);

  /// The recorded graph with its output node. Leaves the recorder empty.
  Graph finish(const std::string& name);
  LargeConstants& large_constants() { return builder_.large_constants(); }

 private:
  void know(pybind11::handle value, const Ref& ref);
  void know_tensor(const at::Tensor& tensor, const Ref& ref);
  Value reference(pybind11::handle tensor);

  GraphBuilder builder_;
  TensorIdentity identity_;
  std::vector<Ref> values_;                          ///< by the numbers of identity_
  std::vector<TensorIdentity::ValueNumber> viewed_;  ///< values that the call's results may be views of
  bool writes_ = false;                              ///< the completed call may have moved its arguments
  std::string calling_;                              ///< the operator whose call is being added
  std::vector<std::pair<const void*, NodeId>> constants_;  ///< tensor objects that became constants
};

}  // namespace assay
