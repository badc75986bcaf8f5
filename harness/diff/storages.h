// Storages: which outputs of a graph share memory, as far as the file says.
//
// A cell is one output of one node, or one element of a nested output. Cells are joined along `alias`, over
// the whole graph and regardless of when (an alias made late joins its storage from the start): that orders a
// little more than need be and never less. A reference to a whole nested output joins its elements. Inputs
// are taken to be distinct. Linear in the size of the graph. Expects a graph that validate() accepts; an
// alias that names no argument is ignored.
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
  /// Equal for two references exactly when they share memory. Joins the elements of a nested output: call it
  /// for every reference before trusting an answer (the constructor does).
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
  std::unordered_map<StorageId, Elements> elements_;  ///< of the cells that hold others: few
};

/// The references that an argument path such as "self" or "tensors[2]" means: those below the place it names,
/// all of the argument's when the place is not there. Appended to `found`.
void collect_refs(const Node& node, std::string_view argument_path, std::vector<const Ref*>& found);

}  // namespace assay
