// FxWalker: a torch.fx.GraphModule as our Graph.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/walker/graph_builder.h"

namespace assay {

/// What a capture path hands over (captured/captured.py), and the program's states. A sub-graph has no names
/// of its own: its placeholders and results are then numbered.
struct FxSource {
  std::string name;
  pybind11::object module;                     ///< torch.fx.GraphModule
  std::vector<pybind11::object> inputs = {};   ///< Input, one per placeholder
  std::vector<pybind11::object> results = {};  ///< Result, one per leaf of the output
  std::vector<pybind11::object> states =
      {};  ///< Input, the parameters and buffers that get_attr and modules may read
  pybind11::object shape_env = pybind11::none();
  std::vector<pybind11::object> guards = {};          ///< sympy relations
  std::map<std::string, pybind11::object> held = {};  ///< Input, for what get_attr reads by this name
  bool is_sub_graph = false;
};

/// The hyper-parameters of a module, as walker/modules.py describes them.
Dict read_config(const pybind11::object& described, ValueReader& values);

/// Placeholders become named inputs, `getitem` on an operator's result is folded into the output index, the
/// field of a named tuple likewise, get_attr becomes a parameter, buffer, constant or sub-graph. It asks
/// PyTorch nothing that could run an operator, and decides nothing about correctness.
class FxWalker {
 public:
  explicit FxWalker(FxSource source);
  FxWalker(const FxWalker&) = delete;
  FxWalker& operator=(const FxWalker&) = delete;

  /// The graph and after it its sub-graphs, each named PARENT/TARGET.
  std::vector<Graph> walk();
  LargeConstants& large_constants() { return builder_.large_constants(); }  ///< of all of them, after walk()

 private:
  void visit(pybind11::handle node);
  void read_states(const pybind11::list& nodes);
  void placeholder(pybind11::handle node);
  void get_attr(pybind11::handle node);
  void call(pybind11::handle node, const std::string& op);
  void output(pybind11::handle node);
  bool fold_part(pybind11::handle node);
  Node python_call(pybind11::handle node, const std::string& op);
  void bind_python(pybind11::handle node, Node& made);
  void observed_effects(pybind11::handle node, Node& made);

  Value reference(pybind11::handle node);
  NodeId held_input(const pybind11::object& input);

  FxSource source_;
  std::size_t next_placeholder_ = 0;
  GraphBuilder builder_;
  std::unordered_map<PyObject*, Value>
      of_node_;  // an fx.Node's value: a reference, a list of them, a sub-graph
  std::unordered_map<std::string, NodeId> states_;         // attribute (any name of a tied state) -> input
  std::map<std::pair<Role, std::string>, NodeId> inputs_;  // placeholders, and what is held
  struct Pending {
    std::string name;
    pybind11::object module;
    std::optional<NodeId> used_by;
  };
  std::vector<Pending> sub_graphs_;
};

}  // namespace assay
