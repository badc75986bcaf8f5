// FxWalker: converts a torch.fx.GraphModule to a Graph.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/walker/graph_builder.h"

namespace assay {

/// A capture in FX form (captured/captured.py), and the program's states. Sub-graphs have no names for
/// placeholders and results, which are then numbered.
struct FxSource {
  std::string name;
  pybind11::object module;                     ///< torch.fx.GraphModule
  std::vector<pybind11::object> inputs = {};   ///< Input, one per placeholder
  std::vector<pybind11::object> results = {};  ///< Result, one per leaf of the output
  std::vector<pybind11::object> states =
      {};  ///< Input, the parameters and buffers that get_attr and modules may read
  pybind11::object shape_env = pybind11::none();
  std::vector<pybind11::object> guards = {};          ///< sympy relations
  std::map<std::string, pybind11::object> held = {};  ///< Input, for values that get_attr reads by this name
  bool is_sub_graph = false;
};

/// The hyper-parameters of a module, described by walker/modules.py.
Dict read_config(const pybind11::object& described, ValueReader& values);

/// Placeholders become named inputs. `getitem` on an operator's result, or the field of a named tuple,
/// becomes an output index. get_attr becomes a parameter, buffer, constant or sub-graph. It calls nothing in
/// PyTorch that could run an operator, and decides nothing about correctness.
class FxWalker {
 public:
  explicit FxWalker(FxSource source);
  FxWalker(const FxWalker&) = delete;
  FxWalker& operator=(const FxWalker&) = delete;

  /// The graph, followed by its sub-graphs, each named PARENT/TARGET.
  std::vector<Graph> walk();
  LargeConstants& large_constants() { return builder_.large_constants(); }  ///< of all graphs, after walk()

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
      of_node_;  // value of an fx.Node: a reference, a list of references, a sub-graph
  std::unordered_map<std::string, NodeId> states_;         // attribute (any name of a tied state) -> input
  std::map<std::pair<Role, std::string>, NodeId> inputs_;  // placeholders and held inputs
  struct Pending {
    std::string name;
    pybind11::object module;
    std::optional<NodeId> used_by;
  };
  std::vector<Pending> sub_graphs_;
};

}  // namespace assay
