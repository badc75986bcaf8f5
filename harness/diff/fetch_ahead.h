// Memory of nodes that are about to be compared, asked for before it is needed.
//
// A graph of a million nodes does not fit a cache, and the partner of a node may be anywhere in its graph: a
// comparison would wait for each of the five places in which a node's parts lie, one after the other. A loop
// that knows its nodes beforehand asks in three steps, each kAhead nodes before the next, since each reads
// what the one before it asked for. Nothing here changes a result.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

inline constexpr std::size_t kAhead = 6;

namespace detail {

[[gnu::always_inline]] inline void fetch_bytes(const void* begin, std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  for (std::size_t at = 0; at < bytes; at += kLine) __builtin_prefetch(static_cast<const char*>(begin) + at);
}

}  // namespace detail

/// The first step, 3 * kAhead nodes before the comparison.
[[gnu::always_inline]] inline void fetch_node(const Node& node) {
  const auto* begin = reinterpret_cast<const char*>(&node);
  const auto* meta = reinterpret_cast<const char*>(&node.meta);  // which is compared with nothing
  detail::fetch_bytes(begin, static_cast<std::size_t>(meta - begin));
}

/// The second: arguments and outputs.
[[gnu::always_inline]] inline void fetch_parts(const Node& node) {
  constexpr std::size_t kMostBytes = 512;  // long lists are read in order, which needs no help
  detail::fetch_bytes(node.args.data(), std::min(node.args.size() * sizeof(Argument), kMostBytes));
  detail::fetch_bytes(node.outputs.data(), std::min(node.outputs.size() * sizeof(Output), kMostBytes));
}

/// The third: shape and stride.
[[gnu::always_inline]] inline void fetch_sizes(const Node& node) {
  if (node.outputs.empty()) return;
  const auto* tensor = std::get_if<TensorMeta>(&node.outputs.front().data);
  if (tensor == nullptr) return;
  __builtin_prefetch(tensor->shape.data());
  if (tensor->stride) __builtin_prefetch(tensor->stride->data());
}

/// All three, for a loop over `nodes` in their order that has come to `id`. Nodes lie in order but their
/// parts need not, and a processor guesses only what does.
[[gnu::always_inline]] inline void fetch_after(const std::vector<Node>& nodes, std::size_t id) {
  const std::size_t size = nodes.size();
  if (id + 3 * kAhead < size) fetch_node(nodes[id + 3 * kAhead]);
  if (id + 2 * kAhead < size) fetch_parts(nodes[id + 2 * kAhead]);
  if (id + kAhead < size) fetch_sizes(nodes[id + kAhead]);
}

}  // namespace assay
