// Recorder: a graph out of operator calls, in execution order.
#pragma once

#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/walker/graph_builder.h"
#include "capture/walker/tensor_identity.h"

namespace assay {

/// Told of inputs, then of each operator call after it ran, then of results. Tensors are told apart by
/// TensorIdentity. After an in-place operator the tensor is that operator's output. A tensor that nobody made
/// is a constant.
class Recorder {
 public:
  Recorder();

  void input(const std::string& role, const std::string& name, const std::vector<std::string>& also,
             pybind11::handle value);
  /// To be told before an operator that writes: those of its tensors that nobody made are constants of the
  /// values that they have now.
  void before_write(pybind11::handle tensors);
  void call(pybind11::handle op, pybind11::handle args, pybind11::handle kwargs, pybind11::handle out);
  void result(const std::string& role, const std::string& name, pybind11::handle value);
  /// The constant that `tensor`, which has lived since before the first call, is in the graph has this name;
  /// nothing for another tensor.
  void name_constant(const std::string& name, pybind11::handle tensor);

  /// The graph recorded so far, with its output node; the recorder is empty afterwards.
  Graph finish(const std::string& name);
  LargeConstants& large_constants() { return builder_.large_constants(); }

 private:
  void know(pybind11::handle value, const Ref& ref);
  void know_tensor(const at::Tensor& tensor, const Ref& ref);
  Value reference(pybind11::handle tensor);

  GraphBuilder builder_;
  TensorIdentity identity_;
  std::vector<Ref> values_;                          ///< by the numbers that identity_ knows
  std::vector<TensorIdentity::ValueNumber> viewed_;  ///< what the call's results may be views of
  bool writes_ = false;  ///< whether the call, which has run, may have moved what it was given
  std::string calling_;  ///< the operator whose call is being added
  std::vector<std::pair<const void*, NodeId>> constants_;  ///< the tensor objects that were one
};

}  // namespace assay
