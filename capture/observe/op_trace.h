// OpTrace: the operator calls of a run with their values, from a dispatch mode.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay::replay {

/// One operator call. Values are digests of element type, shape and bytes. Outputs are also copied, within a
/// budget.
struct Event {
  std::string op;                      ///< "aten.mul.Tensor"
  std::vector<std::uint64_t> inputs;   ///< values of its tensors before the call
  std::uint64_t layouts = 0;           ///< element types, shapes and strides of the inputs
  std::string constants;               ///< its other arguments
  std::vector<std::uint64_t> outputs;  ///< values after the call
  std::vector<std::string> shapes;
  std::vector<at::Tensor> copies;  ///< of the outputs; undefined beyond the budget
  bool drawn = false;
  bool unwritten = false;  ///< returns unwritten memory
  bool view = false;       ///< returns a view of an argument, computes nothing
  std::string graph;       ///< of a replay: the graph of the call, and below its node; else empty
  NodeId node = 0;
};

/// Digest of the operator and its input tensors.
std::uint64_t call_key(const Event& event);

/// Used by side_by_side/program_run.py. Calls do not nest: PyTorch turns a dispatch mode off
/// while it handles an operator.
class OpTrace {
 public:
  void before(pybind11::handle op, pybind11::handle args, pybind11::handle kwargs);
  void after(pybind11::handle op, pybind11::handle out);
  /// Assigns the events since the last mark to this node.
  void mark(const Graph& graph, NodeId node);
  /// The events since the last mark belong to no node, because Python also runs around graphs.
  void pass_over() { marked_ = events_.size(); }
  const std::vector<Event>& events() const { return events_; }

 private:
  Event begun_;
  bool begun_traced_ = false;
  std::vector<Event> events_;
  std::size_t marked_ = 0;
  std::size_t kept_bytes_ = 0;
};

}  // namespace assay::replay
