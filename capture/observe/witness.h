// Witness: what a run computes operator by operator, as a dispatch mode sees it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay::replay {

/// One operator call. Values are kept as digests of element type, shape and bytes, and as copies of outputs
/// within a budget.
struct Event {
  std::string op;                      ///< "aten.mul.Tensor"
  std::vector<std::uint64_t> inputs;   ///< values of its tensors before the call
  std::uint64_t layouts = 0;           ///< element types, shapes and strides of these
  std::string constants;               ///< its other arguments
  std::vector<std::uint64_t> outputs;  ///< values after the call
  std::vector<std::string> shapes;     ///< of the outputs
  std::vector<at::Tensor> copies;      ///< of the outputs; undefined beyond the budget
  bool drawn = false;                  ///< draws from a generator
  bool unwritten = false;              ///< gives memory that nobody has written
  bool view = false;                   ///< gives a view of an argument, computes nothing
  std::string graph;                   ///< of a replay: the graph and node that made the call
  NodeId node = 0;
};

/// A digest of the operator and of the tensors that it is given.
std::uint64_t call_key(const Event& event);

/// Handed to side_by_side/trial.py; calls do not nest, since PyTorch turns the mode off inside it.
class Witness {
 public:
  void before(pybind11::handle op, pybind11::handle args, pybind11::handle kwargs);
  void after(pybind11::handle op, pybind11::handle out);
  /// Events since the last mark belong to this node.
  void mark(const Graph& graph, NodeId node);
  /// Events since the last mark belong to no node: Python runs around graphs, too.
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
