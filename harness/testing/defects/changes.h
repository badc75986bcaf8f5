// Changes: the places of each kind of mutation in a file, and operations shared by the kinds.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/testing/defects/mutation.h"
#include "harness/testing/defects/specimen.h"

namespace assay::defects {

/// Larger constants are stored beside the graph file.
inline constexpr std::size_t kMostInFile = 4096;

/// By node: whether a result or a side effect depends on it.
std::vector<bool> live_nodes(const Graph& graph);

struct Change {
  Site site;
  std::string what;
  std::function<void(Specimen&)> make;  ///< on a specimen of the unchanged file
};
using Changes = std::vector<Change>;

/// A file to mutate, with its live nodes (see live_nodes).
struct Original {
  explicit Original(const GraphFile& file_in, const InputBytes& bytes_in);
  const GraphFile& file;
  const InputBytes& bytes;
  std::vector<std::vector<bool>> live;
};

/// Calls `visit(spot, node)` for each live node of a kind.
template <typename Visit>
void each(const Original& original, NodeKind kind, Visit&& visit) {
  for (std::size_t graph = 0; graph < original.file.graphs.size(); ++graph) {
    const std::vector<Node>& nodes = original.file.graphs[graph].nodes;
    for (NodeId id = 0; id < nodes.size(); ++id)
      if (nodes[id].kind == kind && original.live[graph][id]) visit(Spot{graph, id}, nodes[id]);
  }
}

/// "hardtanh_backward", "add_", "ReLU6": the operator's name without namespace, overload and path.
std::string_view stem_of(const Node& node);
/// Replaces the stem of the node's target, and an operator's overload if given.
void set_stem(Node& node, std::string_view stem, std::string_view overload = "");

const TensorMeta* tensor_of(const Graph& graph, const Ref& ref);
const TensorMeta* tensor_of(const Output& output);
bool is_floating(DType dtype);
bool has_symbols(const TensorMeta& tensor);

/// The reference if the argument is a single reference, else nullptr.
const Ref* ref_of(const Value& value);
Value* argument(Node& node, std::string_view name);
const Value* argument(const Node& node, std::string_view name);

/// `stem(self, ..)` in the form of calls in the graph: an ATen operator or a method.
enum class Made : std::uint8_t { kClone, kDetach, kFlip, kRoll, kTranspose, kZerosLike, kTo };
Node make_call(const Graph& graph, Made made, Ref self, std::vector<Value> rest, TensorMeta result);

/// Inserts `node` before `spot`, whose reference number `place` then refers to it.
void wrap(Specimen& specimen, Spot spot, std::size_t place, Node node);
/// Inserts `node` after `spot`. All users of `from` then use `node`.
void wrap_output(Specimen& specimen, Spot spot, const Ref& from, Node node);
/// Replaces uses of `from` by `to` in nodes from `first` on.
void redirect(Graph& graph, const Ref& from, const Ref& to, NodeId first = 0);

// The places of a kind.
Changes wiring_changes(const Original& original, MutationKind kind);
Changes constant_changes(const Original& original, MutationKind kind);
Changes target_changes(const Original& original, MutationKind kind);
Changes inserted_changes(const Original& original, MutationKind kind);
Changes write_changes(const Original& original, MutationKind kind);
Changes baked_changes(const Original& original, MutationKind kind);
Changes guard_changes(const Original& original, MutationKind kind);

}  // namespace assay::defects
