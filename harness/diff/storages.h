// Storages: memory shared by outputs of a graph, as declared in its file.
//
// A cell is an output of a node, or an element of a nested output. Cells along an `alias` are joined over the
// whole graph, whenever the alias is made. This may order slightly too much, never too little. A reference to
// a whole nested output joins its elements. Inputs are assumed distinct. Linear in the size of the graph.
// Needs a graph that validate() accepts. An alias that names no argument is ignored.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

using StorageId = std::uint32_t;

class Storages {
 public:
  explicit Storages(const Graph& graph);
  /// Equal for two references exactly if they share memory. Joins the elements of a nested output: call it
  /// for every reference before relying on an answer (the constructor does).
  StorageId of(NodeId node, std::span<const std::uint32_t> path);
  StorageId of(const Ref& ref) { return of(ref.node, ref.path); }
  std::size_t size() const { return parent_.size(); }

 private:
  StorageId find(StorageId cell);
  void join(StorageId left, StorageId right) { parent_[find(left)] = find(right); }
  void make_cells(const Node& node);
  void join_elements(StorageId cell);

  struct Elements {
    StorageId first = 0;
    std::uint32_t count = 0;
    bool joined = false;
  };
  std::vector<StorageId> first_cell_;  ///< per node
  std::vector<StorageId> parent_;
  std::unordered_map<StorageId, Elements> elements_;  ///< of cells with elements: few
};

/// Appends to `found` the references of an argument path such as "self" or "tensors[2]": those below its
/// place, or all of the argument if the place does not exist.
void collect_refs(const Node& node, std::string_view argument_path, std::vector<const Ref*>& found);

}  // namespace assay
