// Value: an argument of a node, with an alternative per kind of constant in the graph file.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/graph/dtype.h"
#include "harness/words/name.h"

namespace assay {

using NodeId = std::uint32_t;  ///< a node's position in its graph; "id" in the file

/// Path to an output of a node: an index, and further indices into nested outputs. Nearly all have a single
/// index, stored without allocation.
using OutputPath = boost::container::small_vector<std::uint32_t, 2>;

/// Output `path` of node `node`: `{"%": [node, output]}`. The path is never empty.
struct Ref {
  NodeId node = 0;
  OutputPath path{0};
  friend bool operator==(const Ref&, const Ref&) = default;
};

struct Value;
using ValueList = std::vector<Value>;

struct Null {
  friend bool operator==(Null, Null) = default;
};
struct BigInt {
  std::string digits;
  friend bool operator==(const BigInt&, const BigInt&) = default;
};  ///< beyond 64 bits: {"int": "..."}
struct Complex {
  double re = 0, im = 0;
};  ///< {"c": [re, im]}; compared by bits, like floats
struct List {
  ValueList items;
};  ///< [..]
struct Tuple {
  ValueList items;
};  ///< {"tuple": [..]}
struct Dict {
  std::vector<std::pair<Value, Value>> items;
};  ///< {"dict": [[k, v], ..]}, in order
struct Slice {
  ValueList parts;
};  ///< {"slice": [start, stop, step]}: exactly three
struct Ellipsis {
  friend bool operator==(Ellipsis, Ellipsis) = default;
};
struct SymExpr {
  Name text;
  friend bool operator==(SymExpr, SymExpr) = default;
};  ///< {"sym": "2*s0 + 1"}, canonical (sym_expr.h)
struct SubGraph {
  Name graph;
  friend bool operator==(SubGraph, SubGraph) = default;
};  ///< {"graph": "NAME"}
struct PyName {
  Name qualified;
  friend bool operator==(PyName, PyName) = default;
};  ///< {"py": "torch.relu"}
struct Opaque {
  Name what;
  friend bool operator==(Opaque, Opaque) = default;
};  ///< {"opaque": "Generator"}

/// A constant, a reference, or a container of these. All makers of values bound the nesting by
/// kMaxValueDepth.
struct Value {
  std::variant<Null, bool, std::int64_t, double, std::string, Ref, List, Tuple, Dict, Slice, Ellipsis, BigInt,
               Complex, DType, DevicePlace, Layout, MemoryFormat, SymExpr, SubGraph, PyName, Opaque>
      data;
  Value() = default;
  template <typename T>
  requires(!std::is_same_v<std::remove_cvref_t<T>, Value>) Value(T&& data_in)
      : data(std::forward<T>(data_in)) {}
};

inline constexpr int kMaxValueDepth = 64;

/// Floats are equal by bit pattern, and any NaN equals any NaN: -0.0 differs from 0.0. bool, int and float
/// are different types (`True` is not `1`).
bool operator==(const Value& left, const Value& right);

namespace detail {

template <typename Leaf, typename Visit>
struct Walk {
  Visit& visit;
  void operator()(const Leaf& leaf) const { visit(leaf); }
  void operator()(const List& list) const { each(list.items); }
  void operator()(const Tuple& tuple) const { each(tuple.items); }
  void operator()(const Slice& slice) const { each(slice.parts); }
  void operator()(const Dict& dict) const {
    for (const auto& [key, item] : dict.items) std::visit(*this, key.data), std::visit(*this, item.data);
  }
  template <typename Constant>
  void operator()(const Constant&) const {}
  void each(const ValueList& items) const {
    for (const Value& item : items) std::visit(*this, item.data);
  }
};

}  // namespace detail

/// Calls `visit(const Ref&)` for each reference in `value`, left to right, depth first.
template <typename Visit>
void for_each_ref(const Value& value, Visit&& visit) {
  std::visit(detail::Walk<Ref, std::remove_reference_t<Visit>>{visit}, value.data);
}

/// The same for each sub-graph that `value` names.
template <typename Visit>
void for_each_sub_graph(const Value& value, Visit&& visit) {
  std::visit(detail::Walk<SubGraph, std::remove_reference_t<Visit>>{visit}, value.data);
}

}  // namespace assay
